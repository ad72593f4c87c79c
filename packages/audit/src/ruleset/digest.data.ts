/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e40acee09345f901653849f2ac6b091bfa7be657832b3dc05b9fc2d1e140510d';
