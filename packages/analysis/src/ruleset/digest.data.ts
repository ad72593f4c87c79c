/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '31ede65de303b675c2b667f78663d3facdbf096a117971edb25f5fd0a7546051';
