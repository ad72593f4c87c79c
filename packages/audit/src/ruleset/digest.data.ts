/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cb246ddebfaaecb50120d8546f328b2b7a26b38373fe74373de077a4ba48a3b1';
