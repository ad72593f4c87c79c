/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '06aebd12efd2e71c33388235cb34b81e9c751c6584f45b70ceec6ff2f15ff6be';
