/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fbd22ee5c535649ce55213de162e04992a9a415568fcb3886cc935b26b8f6211';
