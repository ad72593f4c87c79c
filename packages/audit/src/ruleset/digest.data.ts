/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c60519f2d18406528211567e344a0606b894743835180985aff604f52a9b0a23';
