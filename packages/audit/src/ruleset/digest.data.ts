/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '284aaed560aa5e6970592265d9debda72f97448d7e9b650cc6b82006ea022d71';
