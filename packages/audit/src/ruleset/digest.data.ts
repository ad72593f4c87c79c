/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '24a5caa62fe7f3a62d86a3f951ebfddd8874c729022d86183f8a9c2f84466f8e';
