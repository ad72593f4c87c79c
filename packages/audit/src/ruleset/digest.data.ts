/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f3be24f4514e3482c3ebfe19a7cd3056ebad2905f8db0b7061fb6c86fcbf02a5';
