/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '091415440d382c0b64966797bfa5979537ea59eaf9c9d45fd3cbd18eee36e42c';
