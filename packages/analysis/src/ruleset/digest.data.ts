/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '846a4cb80c8ff3ff6753537302d8d2385dba406e55ae4fbddd5a4615439d1285';
