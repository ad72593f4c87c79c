/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '01fa667938308b09da1d9c95ec8533d0cadd687f2509e55bb9983efd67cb553b';
