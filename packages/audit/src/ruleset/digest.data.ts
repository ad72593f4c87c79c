/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '12e63b3e8e5feaf4b22075c38327eecb3e4c08b5b23086e4f53154259b843cc2';
