/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f96fcf9a06bba352be03e8364e5ec35e23107e417033bf79ffa8f5efcb1d4961';
