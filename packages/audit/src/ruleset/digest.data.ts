/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd76f6d1a8a6d553a0bd0f17c5ffa0cbc512628ec96bf7a8e9cbdaf4eac39a64e';
