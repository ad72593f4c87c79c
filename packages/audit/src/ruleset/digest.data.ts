/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e37fdd5f12946a170f98f343f1c18ddc089a7da33ecd552bec10f352058d2698';
