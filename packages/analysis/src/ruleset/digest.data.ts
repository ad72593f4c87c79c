/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '183f7d66ac09a2726e280fcab1cb3ffe6cd0987ac2408f53c057299f66f89d8e';
