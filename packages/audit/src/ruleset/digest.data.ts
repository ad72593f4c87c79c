/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'bb5d7bafd44ff50fbfbc56b1de587097cacad723303f7c6c9cbfae350be5f4fe';
