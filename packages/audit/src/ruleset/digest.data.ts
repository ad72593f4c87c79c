/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '00816722a773acbe0e4c4305977e8e3c7cf9c099ca1fc221eca12eb431213efb';
