/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0323c85f6794246f26d50accd615ba410ad471041b4040406e4ed69dac373316';
