/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'de96675d9c77bc2c5b0d0f2772409db6b75722cd9a9ad75324d6dc10736f44a4';
