/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ef4dbdf65b3cc1ea35330fe7f641a9cd067fd4f1ab450d054a1eca32b8891a52';
