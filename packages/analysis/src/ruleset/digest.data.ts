/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a9929d0f7388abe58313a6e13a1d16c47517c5da011fc2b2366cb158b0700c32';
