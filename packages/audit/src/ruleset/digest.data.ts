/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '75c4d8b145f8341b8e3ce8028ff85d1f8a30c508fe158d0467348e5820c26afc';
