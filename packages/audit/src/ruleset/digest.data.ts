/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'be315c80d646a74b86cea836f9eb15a6aed8cd8b9658ca29576cfec59d0df9a7';
