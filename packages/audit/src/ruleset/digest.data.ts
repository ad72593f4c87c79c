/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '36b3fecf4cf7ad011327fdbd21b413485eababf6635a73606541c291d78beb83';
