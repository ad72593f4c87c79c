/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fbdc00259293905a4743d61d6ecf1710f03deaf1dd135d9004381b7dac813217';
