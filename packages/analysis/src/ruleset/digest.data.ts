/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e3fac0fbe15c6ac73181577c5aa95a75b41e5635f3847ed3a6c6eb59781abbcf';
