/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4f01a4757d5d7188aac24c19e1ace5fe953e279e73e90d080ad8d91060ec86a8';
