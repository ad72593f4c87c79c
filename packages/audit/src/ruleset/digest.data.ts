/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3d17f32f06d6a1ef18482523d522fb9a610d7fd8c7e0ce1569614d09684eafaf';
