/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8fa21f9ca53f8a919dd34237a95fa0c1c15e17d5db4dc83243c7366b5dbea80e';
