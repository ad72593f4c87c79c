/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '21c1dd2eb2ed8a9c8aae987642531b9e2b9ae23b5db1478c0db06de1af5b7df1';
