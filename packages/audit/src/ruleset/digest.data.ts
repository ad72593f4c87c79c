/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ef38b2210bf5a0e838c165f042898ebfe21b237d9ee7c49f6c1e156eccef444c';
