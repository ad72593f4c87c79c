/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '11917a972b3317b9c6dd45d63bf2d0dc71627d23f58bb4193f2d48d134c702c1';
