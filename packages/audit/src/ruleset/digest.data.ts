/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0e25aa09a7c4f205d6f767224e6b766a6e376fd3dca8ce39dc99283851882a47';
