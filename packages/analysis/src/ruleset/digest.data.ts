/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9c5dbbff35d3d0b71fc3fd84ac9782aab70dd7b7229863a88961a72682083aa7';
