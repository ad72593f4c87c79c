/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b622a16f8320729a079e96aebf56db181e0417082feacaf9b1edc5a0efc60676';
