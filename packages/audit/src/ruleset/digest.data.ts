/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c7bdeac5fcf8249b30a43d71f543c2ebcfd23a0dc2e0727c1393fb4eeb80d72d';
