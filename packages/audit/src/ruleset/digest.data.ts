/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '676c652be22c60be4b115b9b9e55794edc4a393a614d8be56d54c215c419bdd4';
