/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4f51759cca9dab85ba879fa2f3f30c2debcf64324261e8b12e2b75615b165a09';
