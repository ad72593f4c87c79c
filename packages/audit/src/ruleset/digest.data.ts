/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '62bb0a5dc5f5af7923acee8d5ecc241a1f1944e5ca91852a5b13c3c3768e2e58';
