/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd1ae6240153b768d7885e239f9f275a8f2647d68199c46e69737552f827d527a';
