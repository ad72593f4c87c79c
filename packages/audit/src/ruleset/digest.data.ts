/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7398bd65b2b1a783e78cc473577dec4f1ae0e3acd9eb7148bd657ef5a627aef9';
