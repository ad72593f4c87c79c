/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0c577929c70c2623fbec234212290b9bb4f4588f91bf42dbc47eb12ed8c9201f';
