/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '88f07584d49777eb5596dad353ab0f573b6758cc38ffb59ae4b26009d0b735f3';
