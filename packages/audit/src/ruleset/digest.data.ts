/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd842ebb8982faec34a31a7e9d6cad3f08d63f7d2cbc3bc5d4d3e46ac17551979';
