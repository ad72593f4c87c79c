/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2b2e134838f3dae8ccf16e5743147b9f66a39ff97a6535f59be4d5846d2fd17d';
