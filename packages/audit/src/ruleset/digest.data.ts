/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd3e8003186b2f1aca3a5701fd795ab64d9b36127a7eaa486b5b35f5d316a0ae6';
