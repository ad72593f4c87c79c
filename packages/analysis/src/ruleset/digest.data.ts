/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '577f807255244f911d9feaa231b2138819a53c2490e649a6162bc02c5aa04d1b';
