/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2bd4114d87f4c1e02ee6603e0aab6bf3a254a6deac66bdc91ffd1e2aa8ac1897';
