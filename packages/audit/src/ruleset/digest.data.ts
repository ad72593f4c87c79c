/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd48724e2ded271423f5513619a929ac3f1462067f78c99ae3f631767b2395538';
