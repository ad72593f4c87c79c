/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '95153ddfb6a3d2d8b116f75c5b166dde4e629996e135aeb9e8ce5c46375e34b4';
