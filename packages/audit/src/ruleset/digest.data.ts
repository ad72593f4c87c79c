/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'aa25022c9bae2eb9a8f1df2a67ca950c3cf139c7db372dc2dfe1b4a0846795d7';
