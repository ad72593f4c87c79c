/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2cd4f8519f710c0cf5bd01613b3275c0eeb6bd965f221b3ee14efeeec9388b4e';
