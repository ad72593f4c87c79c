/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '6202aa3a26d58f4ff2f976fef690b38f2f3a0f99365512a41679b979cebf6699';
