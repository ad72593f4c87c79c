/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '5a99eb529e3d631985c4550bed52325bba9e8fe8a773d059d22655eff360c885';
