/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a7e475c5df608a6d05cfdb96de80aecb2df3c9c044e15d47ac6603ba965b7fa2';
