/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '494316bbd3f2cc026026e4a16975dccba334867956095012ffea2d1de0387f55';
