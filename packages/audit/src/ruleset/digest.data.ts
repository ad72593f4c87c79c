/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd710d17cbe8e68e0ef0bccb9de2877c03ab2a14704d1aaddfdda690264dea6c3';
