/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '202c080af6eb43eecded615a6339dfe5de34985185fa046b71b0dc407f193042';
