/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '5f9d22bf199e57096c6e6ddc942c90049ab60a281febdb53fd3f32051e063133';
