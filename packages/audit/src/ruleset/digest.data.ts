/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4cb279d12cb720968a54bb09472e2350980e10b2d67f754688c3dbdad4c156a5';
