/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0db61c2353178fd1d45593c3544d311e4087ecafb9a838c09fcea1575226d9dc';
