/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd1e939ebe3be9c4ebd0f54bb44ac3a077e63413c47cb9128dd44492f5e4e1213';
