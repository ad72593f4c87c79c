/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '48ce417926c7d8bdc5c9d0fe4230c9561fdac5f13ff5dbd1f60f2c4e53b59533';
