/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '106d5b2f178f610bbeb3699fc53143757410bc375df151c1ca12ed9b0c6614aa';
