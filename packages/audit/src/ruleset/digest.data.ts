/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ffe2f9b36807fdde7823787c7919f42c4e1df291cc34a194e159020e4c0fd371';
