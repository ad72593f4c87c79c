/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd822daf96cfbce343f68347557700471a87b770cba9c43cd6dce93bffe08db69';
