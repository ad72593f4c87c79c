/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4c81ff50b4fe278cc57eee55947da05708759a4e5dccc469eb99767d0930f5da';
