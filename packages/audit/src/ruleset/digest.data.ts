/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c83ff88ff975b1bcb34beb8200e331e1fea3c1683f5ce996d1bab5182c475942';
