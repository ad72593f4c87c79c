/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e34e527f74e5a3f2cc141df414bdabc40c6837e30fb040b632600e98f8e4b0a3';
