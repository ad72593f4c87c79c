/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7495ea4092be0d6766aa7dc893fd5cd7bd76fa334be1931b4702db6d1f0b862c';
