/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f6e0a954ff45b07abc68792c010a6e54b2681268a12069189cc5606437b5a945';
