/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '56c72ee086fa89459b4b7678ca2126362cddc7442b2cb975bb7ca6e6e750b8d8';
