/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'aef179301c74b99604e24c05138ec437a0ffd54b4b53229d5a590551b9896f03';
