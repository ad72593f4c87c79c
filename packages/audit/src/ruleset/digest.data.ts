/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '84ff40f6073f238ddeec070b0efecacacf7f32cf34df7a8816fbf90dcc4d2f83';
