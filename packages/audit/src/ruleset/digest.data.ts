/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4d16f0e3ddcd6c159291e3c6a854d3053f9a3e6eb3ac10cf2fc3434560f7f610';
