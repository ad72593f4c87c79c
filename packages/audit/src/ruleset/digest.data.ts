/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a9acabb8bc851c8cafef344f2b69b7f77675545674cb64c9c6f70e7677ec251a';
