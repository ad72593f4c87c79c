/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '6798d9265b893ef2eff21dbd565194460b15bac1e835167d980e38f18d704318';
