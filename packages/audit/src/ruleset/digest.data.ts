/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b03055ba87781ea301a6b50845802bf2cfb56d42df0346b36b394955c61c449d';
