/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c5ccac3b238114802f74540b56b72e578f859912f343f710eb628ed57a733157';
