/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9f25e0c7238b03939155751590fa5b202ee18359fb644f1a55f7b07a5ef27e0e';
