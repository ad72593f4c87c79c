/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ed702db4d2cda22f4c927fff32787037978588c83e8250f4c711f4d9fd918e2c';
