/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '646cbfdd869fb0c4e933691369b195dbeaece265532550b78042d6e50adf0a7b';
