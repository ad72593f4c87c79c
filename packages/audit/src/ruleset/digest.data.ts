/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fe5794911fdec36cf6b85a5129bfc2968917a555273bfb2ffa8a54e262f720d9';
