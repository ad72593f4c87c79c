/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '98d1240b78fff11e77c98c3d82054f46801c471fbd43856a7c9c97630f45c4cc';
