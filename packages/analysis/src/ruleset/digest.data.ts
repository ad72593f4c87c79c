/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'dbd142d717fdd9b3679cc3bb5a4c12edd088cc2b4734474d8bdc98ebfba40c77';
