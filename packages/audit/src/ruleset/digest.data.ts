/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fecdb3c9c0ad9a308f454664dd96eb7fb92188e37e58b30736e1ca5c321753f2';
