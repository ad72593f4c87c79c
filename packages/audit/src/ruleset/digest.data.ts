/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '28d326e5727723a45ebb41a520978a8fe12ca206bec83c1ec44a5440a1966182';
