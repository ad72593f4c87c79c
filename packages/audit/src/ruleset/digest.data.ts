/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e9a6b15cc387ebbbcb7ba7869de110af9741f9df84775abd923b7db523214c60';
