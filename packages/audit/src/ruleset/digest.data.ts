/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '98995aff77a8022969f7ee290aa01a7dac40d517f6e32388bca534d08147db7f';
