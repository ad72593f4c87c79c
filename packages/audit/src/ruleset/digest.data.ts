/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'faad00581a83466a3d8e1e9c75eb1ec3a4ed72e732c474bf0fe6834a075c870e';
