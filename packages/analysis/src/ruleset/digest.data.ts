/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '58af37f51ef0cc4d6fefcf500581efde4f40914a75c135f1377d1d44790d5c80';
