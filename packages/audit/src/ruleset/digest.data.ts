/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '51c87cce953e0e68ba868217262fba21b78e62cd06081bfc24df05f2442d1e68';
