/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '82b0abe99bb81f1c7ec8cd0f3b146f73ed0d7b6414f6e9094affd61ccc155620';
