/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7fdec8ff06f737ac3c86807e56ca19a20b575f4835100f772350202fe78c8e49';
