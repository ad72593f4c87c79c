/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f6f06a04e864c1c49cc7c5111284b8f6b718ef55341d3bbb569009cde2398f15';
