/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0354b7f671832ec27feda27787a09de79469df1e79cdeed49163a7db9ed643e9';
