/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '6724b04dddbd631be568f2092f9b188f209eda975acb14468ae29a20bad1aca4';
