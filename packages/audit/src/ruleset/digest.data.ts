/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '959bca0e4033f3815e584f8121642f91bb7c109ee0153d3ecd3c2c7118a008cd';
