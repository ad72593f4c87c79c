/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2f5feb9d6c2c128f4e5b9e65c9379666117a7782a33670dbad71e941ee72ab5a';
