/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '183a490591361a5a8387091c50fc7973f0cd6bc5271eae4efe67b5bf528e785d';
