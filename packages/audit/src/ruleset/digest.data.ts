/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c10cb584e46e6f66e6096c0f7ff868ff17b9e4cdccb650dd8a7b91174a1b752d';
