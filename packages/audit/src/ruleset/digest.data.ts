/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8b035a6ca7638e3b941177fea9386c30745809d3d9d311aa446dfeced9fde65e';
