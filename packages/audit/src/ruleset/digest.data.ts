/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8edb7c4e23dfd1fabca18a32fae20d1aa237d96a3324f4350120d8f0e12741c7';
