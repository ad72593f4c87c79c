/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '628c99d0a360738e91567ea69a5e503193ef995c19456b2494f1c5391677baee';
