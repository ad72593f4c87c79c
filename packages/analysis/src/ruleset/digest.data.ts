/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '87e1f9c790c38f5a27f9a59fcacfbdd68f7f0299a15e4f481126d2cf36ffe1eb';
