/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2183bb1843769a3ca92eb05d508afce355b90871c55f7b06e108fb292d61a232';
