/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '25e516cb6a3baa828beb1c2b7f939fe4b534b479cbeae8d6ccea847fe45d8b27';
