/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4a0fd113e58a142a786e915de9cc456446e757d74d9c30f65146f2ffcc4ed2c9';
