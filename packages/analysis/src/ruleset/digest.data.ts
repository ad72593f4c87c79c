/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b96795acaaf0b695b76dd1fdfe5bb9dd34c06c080b29914d855ed079c30a5744';
