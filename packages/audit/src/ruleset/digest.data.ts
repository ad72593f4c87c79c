/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ac3d5ac9b11c987338a26f16c32539a928682bcef66e5b3502d95f4a9126b4bb';
