/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8700f01a3e6f3caf319fe6293fca288ff00d5e3da4ff498644c9c91bc47d399e';
