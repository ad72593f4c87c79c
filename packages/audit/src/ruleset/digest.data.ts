/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1dddd473b3ecda0f2aec45101016368af320bd51f5e6b86c5e3a64b5dc1dcd3c';
