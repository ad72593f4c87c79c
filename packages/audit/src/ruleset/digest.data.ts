/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c6722d18cca5c3e766363773955b09e01830cd4582677a6c02e13f1571fb862a';
