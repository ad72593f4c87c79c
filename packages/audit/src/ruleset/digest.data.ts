/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f42f18d07215e60f6cd4eb17e4eee9bf573a7270a1e1ab0eced057ace1690410';
