/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7e80e0ca257ca2d82275b3b7f48ebbf8ce82de8c94f92c0cbb10f399180b8f5c';
