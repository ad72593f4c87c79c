/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4f3e323daf6de225565edc5ac997ba48d2583d1e59da5e9ae3c02388750e817a';
