/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ec7608c103192bb60a6a35f5707547b861604c77c44f6f5632554c3f3cc94d83';
