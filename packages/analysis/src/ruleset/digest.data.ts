/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '841da68ccfa1ad2ae1e647c3d898bf6afb2b17b6af6b74816697ef8db67532da';
