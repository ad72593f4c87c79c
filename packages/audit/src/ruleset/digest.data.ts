/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'eae44d3aaabf4c78581f23b1c3f2c5f76f61b52dc662ade592accd40fc0d91c6';
