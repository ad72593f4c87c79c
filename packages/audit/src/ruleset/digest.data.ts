/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a7d855c69a8faafcbd45a38125dd3327142fdb106cb5e57613bda8078154e233';
