/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ee8631cd9983032fb73fc02bd2bc962a1ffb872d3c4e9752a0b13412014117ab';
