/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '88fc16adbe8ccd1349c1a38ed308013282bf96a364edf8af245fd692dcac0672';
