/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ed80585d20ada3fda78ce81bad987bada0c0783b5c77d88210e1bd2000b5e930';
