/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7235c7ca17358541234732c39bbb551f5e30ed16c120d182ada3f7f86e0268e5';
