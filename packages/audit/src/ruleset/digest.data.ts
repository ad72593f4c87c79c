/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c45ccd5e4f896735057cbea4485afcf4293b2900f89b0af8707f0da2f4d7a84c';
