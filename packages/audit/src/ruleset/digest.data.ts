/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a0007e611adc65d8d06ac9a8160dbbfe25f782dcf2f557f3ff94546c8d8fd947';
