/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'edf9a628536a3cfdbd70474a925e2f40a6c96ff57f2df49b2450e48485a0ac83';
