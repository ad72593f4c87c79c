/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a3ddb97dad64dbb296a100a4ddb73a6eb3ea852efc566635879bcbc83913b39d';
