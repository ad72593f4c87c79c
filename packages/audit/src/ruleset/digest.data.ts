/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3dd99fb1410045c03060925a944544327db174dc9f7ffd3c387b27123a4539fc';
