/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f8e5aebdc5c018356b65ea444f9e67d5fb6487aeb5e58f6eae015fd6f2e4a4b2';
