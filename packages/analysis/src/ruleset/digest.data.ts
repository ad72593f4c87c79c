/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a7d6d015bd316fb61774f07d212f852c51ef5b78d1e718a5f2a23e96f2da139f';
