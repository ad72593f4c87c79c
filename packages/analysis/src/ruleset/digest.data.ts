/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c737acb0fb235ba038e42778e5d8e507616ed38e4e5af500277e0f627b308ea1';
