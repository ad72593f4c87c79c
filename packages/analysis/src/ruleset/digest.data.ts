/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '955425ad9dfd47892dfd6e1a0a9a8730b99a19927004662ccb563e6538c02ee9';
