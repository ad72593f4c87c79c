/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '6647d78fe2e870e09b51f728f62f391df80661f955e96712ba24b8db0ae7026b';
