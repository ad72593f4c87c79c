/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c71364821de1590bedbdf71d7a54cfa86d03c3b978e31592edf20c549a3bcdea';
