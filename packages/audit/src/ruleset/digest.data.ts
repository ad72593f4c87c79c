/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '580d08186d3c76294375d010a72e2c1e7b1d720fe63af766374404ede6f8928f';
