/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd2911388539f134dfe77deb0a2e6742baa1ff649f41679905532812439c9a702';
