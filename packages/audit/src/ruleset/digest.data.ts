/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '717351008b4f10485ed82a7799dfbfba722050578ad18b3b96b85337e1d8a981';
