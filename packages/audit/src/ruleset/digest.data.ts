/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '883daac1a454ede3b2991935d14461f2a5137b6969f4d7c1e384fd12f2a0447a';
