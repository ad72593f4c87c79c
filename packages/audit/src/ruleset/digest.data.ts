/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '83cdcab8d02ca919744b4dd11352175be7030920d1fdf4664f0154ba5fe8d5f4';
