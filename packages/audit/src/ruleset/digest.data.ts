/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3c4d731577e7325400f1c49f6838de6d1199ec94bcac6749a0f69ad0611475e4';
