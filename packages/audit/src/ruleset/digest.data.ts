/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '5e9f085557daa198e6171cb335f53fc3b375597bf7e23064a1989f06f6b61c14';
