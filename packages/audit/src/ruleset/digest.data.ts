/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '25fd766a8deb1d54f2346f16c99e32bdd2d401a423521d004cda81106ebf6270';
