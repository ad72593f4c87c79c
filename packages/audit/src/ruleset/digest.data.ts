/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7683c995be130a588c7f2be3b8430fb8f3bc12aefa34635a0ae3fb3e9335013d';
