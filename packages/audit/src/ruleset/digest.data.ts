/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '12f5da362c07f17a9caf821d65a1119b3880b6b677d4f440541ea0e6ccd797dd';
