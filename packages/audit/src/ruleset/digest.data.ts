/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f9bb40ee4b7b849aee78a4ed750f295069bfb8579dd37a8e0dbfed3185b5fc6a';
