/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0b1a84269b5c2e6a342b1726b38a6274056375347680ab3f2a5aa8685f62c748';
