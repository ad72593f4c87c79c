/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '54d6977720d6eaa965f6546f8cdb7594b8a9ddf887b555154b5a5906cb1466fd';
