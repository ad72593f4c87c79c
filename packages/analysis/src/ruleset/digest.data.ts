/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '00126548049eac4f17fdfc1e5400f2e509afc05075b53673e5774963a794118e';
