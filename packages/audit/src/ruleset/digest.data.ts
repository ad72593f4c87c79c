/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1aeb3e0d6ca7a4ffd33bbcb11fff94706b672050198325c726c446330fb952b8';
