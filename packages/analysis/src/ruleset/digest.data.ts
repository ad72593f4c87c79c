/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1faebfe48e2f0e04cf4862c32cb717cf0901ee056f3b367efa991ddd76464e51';
