/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f57d24e2ddd3a5751502c479af698e92690b9ceb3b45058cbb08504d4f96e9c1';
