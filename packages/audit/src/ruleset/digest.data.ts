/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8c196eb17d9abfd2e9f41cd025b6da77042fd4e4f04c2b5f6aed1059e3df8df7';
