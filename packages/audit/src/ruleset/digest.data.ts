/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '814465107890bf31296d1d9f5036efc2c0c81f4706f45706eccbcc139e24e027';
