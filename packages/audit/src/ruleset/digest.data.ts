/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1a71eec2bcfcd1012f4f44139044ec1bfbea107d95f862e70629c9cc0e588381';
