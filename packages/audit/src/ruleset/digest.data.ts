/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '97c4e56328338cbe43a7d5c8b83ec6e6157fe18a69c10eea6651a5ede3794b77';
