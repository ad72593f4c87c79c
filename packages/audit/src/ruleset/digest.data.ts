/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '189b8385a7837a730d63ee92336bda793625df54ea5d0f59fa47925911cb77e7';
