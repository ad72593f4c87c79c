/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'eec2145b7b2d04a0371d2a8cd4cf07d1bbea2dd090a10615b2bb30420567c434';
