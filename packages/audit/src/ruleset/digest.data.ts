/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b4ebc8e1f31d99934ead8ee640f2d90d22cec116655f03611b9fd246ae56cb87';
