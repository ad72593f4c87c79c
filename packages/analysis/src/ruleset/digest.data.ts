/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1127a98e4ced93e9d5df7a9c9359731863f581ed10f5f7baca1f5e1e9eca8ecc';
