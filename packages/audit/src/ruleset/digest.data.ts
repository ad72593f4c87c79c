/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7e8266871671eddcaa389c4ef3b7e51514459d262d514417bdbff2a447a468ef';
