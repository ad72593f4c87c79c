/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a7496db6f745a276cb68d312d20904783e4b70ed8d02d8c087a962cda2755d4a';
