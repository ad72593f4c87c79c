/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1e582bc2ae14f92541c1f23be4105061c991b9bf40f7bdf5df393f0360574667';
