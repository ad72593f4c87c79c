/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '5813701c9f436aa9c01cf14f0a2a2cc9cfedfd12769d0f27d1bf857cd725675c';
