/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd57f5c38099b55850ce6a6ddf7f9b7ac542395d1dc53a8a45628c7a75d770938';
