/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9b12d83cd51b364b7801503695f116084b5b0d7750cb06a5005294cb157687d1';
