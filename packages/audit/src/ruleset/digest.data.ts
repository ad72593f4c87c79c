/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3aa280e55f6a839548e51134fded3e9213c0749ceff44f781e7dbfa068e39cd0';
