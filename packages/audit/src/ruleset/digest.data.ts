/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '5f8a59dc8c2d60a5551f6ab836d206fed703b5594e1f2935a3d8bd6a7bd340b9';
