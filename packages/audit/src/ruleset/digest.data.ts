/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4ced4da6abf92d37b219c026fba3cd8c60027154882972dd98edc34e39e6009d';
