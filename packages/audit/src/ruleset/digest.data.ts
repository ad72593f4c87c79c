/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f51cfdee0ff46bd00e42ac71df4923d6e82eafb3f8403ba3a7042225d6a6d36e';
