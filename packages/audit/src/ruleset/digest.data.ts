/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'eab980e16a7067c173299e4c964e9143ee2c9e6e61fa1c9ff2db13d33e6b5a21';
