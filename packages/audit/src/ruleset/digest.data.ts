/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7d5444c4d3edf5337ad3e18f2374bbcc30e0cdf2681a13c731f3e3914d1470cc';
