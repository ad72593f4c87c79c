/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e8b69035b661a4ff614b9f57aa13b78c3b5d04b8347f750c25ec5dacf9bfeb0d';
