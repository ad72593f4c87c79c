/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e36301a6e5a78856230989453b25649f26270190a3f4d1b6c5d8fb9b960cb679';
