/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '6a7f11814ee828029ec30af9072c5a2969f0bc3fb5923d121ad1ddb9e40b4500';
