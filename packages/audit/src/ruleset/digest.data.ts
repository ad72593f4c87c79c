/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e3307befd3805bed1118e35ec7989c9330d0703733b1ee4452cc7fbbf5de14a0';
