/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a30152675c3e071337d95e490cf3127847830a953affd945cde88bab4f29c3f1';
