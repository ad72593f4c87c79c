/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'de34eb3c868beb29d236d09b5b766f726cf96af8ce1176aed92398250bf1c770';
