/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '26ed68928046f7c332120a6477a2915911fafce824effddd53a9ec23d8b468f6';
