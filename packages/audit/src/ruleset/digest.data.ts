/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3a5e8580eebe6d846a27d2be32a7458cd046edac531f9ec8634fa41e70cfebb0';
