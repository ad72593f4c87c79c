/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '945d7aa288d4adb164ca28c9059b32fe54aad5a6d9e403183f4c1405928fc633';
