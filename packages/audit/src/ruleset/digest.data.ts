/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3fcd4e3bb805157adb4d5afbbe041b4848d1c1ef9f3a4dfdf0dce025b6415d67';
