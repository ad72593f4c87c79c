/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c43a43dd6c74427479298c04b078ec94472735a9f49809535ee731fc1cc0bd26';
