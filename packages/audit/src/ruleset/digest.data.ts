/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd35d283ca6a0de5f96f8c000c0c01a445f3b20ff8123bf90ae599905f5181e6a';
