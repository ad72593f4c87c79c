/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b800993cdb0733e468d8a0545447b8bea5d7536c4a379918dad4d7cbfdcdcf31';
