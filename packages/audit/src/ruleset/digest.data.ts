/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e3f45d46f15b89de1a2053476c8d1f0203560837aadfb65c9eb86eeed5759ce2';
