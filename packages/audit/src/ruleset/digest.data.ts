/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd234536329e80e4778b63be71c1439925109e6e5ad0997e7253b9a2e456077bf';
