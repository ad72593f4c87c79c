/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '041949b1c098585e2fd0ee9fe096eb80256b88039e603535ee23019ea81fe734';
