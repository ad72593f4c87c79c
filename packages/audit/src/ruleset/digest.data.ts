/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3a6b99a70f77cccd8e97901a5527d727fd1d3dce997d03967d12377ccd4629a1';
