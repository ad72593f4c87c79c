/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '03b3ab197664dd7f6380f6ed4cdd883cd885259d279a2141f564cc286869c9ca';
