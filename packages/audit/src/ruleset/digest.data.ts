/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '27329819bfc286209308905e02433d638ce0a2b40d6663028bc29b71de012ce9';
