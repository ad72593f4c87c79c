/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd5887005486060d4fc118b09b21f72b7c2c5733f4431e2fb1fe6048bbc6ec425';
