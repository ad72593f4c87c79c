/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e105907240dd1f26ef22f80d31175861055bcdd56dc2af2db7d67ed81e444b2a';
