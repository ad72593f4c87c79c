/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e55ccd76875c473ca921cb53c44655b0fe830254b13304ad01c691cd2d79620e';
