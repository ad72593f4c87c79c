/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '74e0f5a4bdb641312237be9a64a6f1ef31300af3d320e24b3a03ef856265e11e';
