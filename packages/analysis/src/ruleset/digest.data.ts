/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3aa3fc21bfaed280b33b5ac03f6fbb9fc6bdd0fa11f2def795b73b8fb3477945';
