/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fac811452d10f61f41764e3fec6e2ffb0b6db3caaf3dacdb23dd6649b0cc6f67';
