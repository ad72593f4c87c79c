/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '154334e2f4608e782be951b1d455e101bac2cc739c0b7d3f2c9d711c7f81da6c';
