/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '34d1691810f2b0581589298cdb71aff103dceb1eb92b0c94bdb27e9a01b67cfa';
