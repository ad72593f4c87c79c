/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fde191bdc15a35206b5dd1dcdeb795ba14e4b70b0a3484788d91065c293e2914';
