/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '6b46caa182e100fc9c2c55197a1704e3cbf8338197f5b08dc3c5d560acba8b83';
