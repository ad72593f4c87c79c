/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1551e2bf7ac35397f7b0c3a9f30de5f615ce4d6c071f5397a44a8fd82d315035';
