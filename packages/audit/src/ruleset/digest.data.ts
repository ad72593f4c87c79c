/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '49432dd99cf8b80d97c6cbb0ffcd0930299b18791e915d79c408330dcb463b6b';
