/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3af4c9bf29d6ae679f152490fedc63670d2a5c20df701a76bf751068faa657dd';
