/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3b0e71a5a1c69c02c8c7cf74e841603eaa31cf8318cbb18a797797dfedef8a74';
