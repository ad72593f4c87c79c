/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '5287990f80b2a5c3e60c97338297e7ec11f9ebb56db793590903358101cd16b7';
