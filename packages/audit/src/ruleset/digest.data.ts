/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f09437deec12edc17543333f6c69a54cc45652de3d3e1125e6068b9f0cd99d46';
