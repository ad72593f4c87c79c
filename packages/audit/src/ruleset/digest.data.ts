/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9eb2c3a1f6079d45e71447e8cd6175df4a997c0e4df08bf2da82883fcfbfba5a';
