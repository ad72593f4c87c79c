/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cecd5ce92ba10ad5c03a5401aa6681c3b787c81bfe66fb3f5a4cbfd52f075ff2';
