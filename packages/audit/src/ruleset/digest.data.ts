/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '05d5e66c6382bd1200b2636eb2229f92e162db445830dce8b4c53fcc9c9bcebd';
