/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '21b4339053189a3c01e8fbbbc7ca7565d5c7818a1a47f1b8851841e64bcaf7da';
