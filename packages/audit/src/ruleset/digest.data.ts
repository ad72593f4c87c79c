/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7c930eb41da1c297013ec5827b0149bee33e3627b9637e25fb0552a246ef6d5b';
