/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '94ea60c2bcf94b7ea299a913b3327d2dc57019432c3f5efedc26df7242f3a750';
