/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2fdef2a70898bb51e480035c04c3701b88b5a8c3d362046b70311300c37903b9';
