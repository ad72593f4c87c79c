/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '33c28571db9cf2d9d0990ab552bcd4771dc302a8fb6509c8acb926e946b9372e';
