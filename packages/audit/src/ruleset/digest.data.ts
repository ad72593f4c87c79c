/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ae049f27d344af3f61fbc839eb6738d00d308adbbf8d086f7547d5b292c2fdd7';
