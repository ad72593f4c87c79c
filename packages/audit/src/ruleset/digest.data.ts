/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9b857794f57489cf5925790f2043e01f57a14ef6c2bc86b188b31675a9550c51';
