/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '24a31c7131fbd7759040a1db0c9b6db06c29948c5d9024cef6b66e6b2b8f846f';
