/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1d871fd02739ad3c908f3a5b552eb85363157eac01751b057b17670716909415';
