/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ced1a48190307172d1ff60f86a2787ef3f43cdf785a7f5e3f0e8a805fdac4e02';
