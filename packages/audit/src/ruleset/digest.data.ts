/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7e33856167f91df5c7581a28b9b70d640e4db06ac36c67646f3d9bfcbaf3edc8';
