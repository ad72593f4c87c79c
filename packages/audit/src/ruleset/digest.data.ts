/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '30de641209d8b5205e68d7e8a2f2e57ed36262cc4cc0fb3c0706b1b19bec56bb';
