/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0144813ea418858c1715051873806ad19e3b66009b92078a7f31fa95696c4147';
