/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8744c34338155846af04f3ba62a3260debf2a89caf08f03a9a088458fedbe39c';
