/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'efb926c4bf6e4fc9fc3f1db054c8b28b6208f46ca3dd08d98d8d74b689590d81';
