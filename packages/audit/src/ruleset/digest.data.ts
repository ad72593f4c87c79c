/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '68db941cb46394336227a90c453877c23dfc9526bded416820ec9a0b300e1bbc';
