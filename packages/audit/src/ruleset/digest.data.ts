/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0c76c79fba0a53cca73f6084654f4c9336e5126aa8e1170768db411bc63d7f47';
