/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '798522b77d245fe08b19b325e2af34f762e32e9402a4d6b9532dc43dbdd0b24d';
