/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a466e45d0c49c490a6bf5feddf07513441649b5fa9a681d6a07544253386dda8';
