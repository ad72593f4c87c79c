/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '49ad16b01396ca3349b518e5103c4b7b9d70b039925c12a247f2075469dff503';
