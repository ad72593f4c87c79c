/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1d199ac1f627b3322128faf83f43db41ddf9ca27943df4f4d6da4f71e3ddf84a';
