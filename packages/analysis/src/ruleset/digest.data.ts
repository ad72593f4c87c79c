/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '17d1369d4afb5240579dbd4627684396c6b9851c905348f7449c4ce28680335c';
