/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ff4f0ce530db0b1b61b5eefe4341e6a32d88eff369887ef8803e12d637e3ca5c';
