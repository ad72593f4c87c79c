/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ea845dce52ef3d8fd3b193c3b9547f7638a0096b705b0a9bbc6195c46bbf4b1b';
