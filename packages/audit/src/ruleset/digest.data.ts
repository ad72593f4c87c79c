/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a31e8ae50487c8a7a2e82e39db19a2e1a213d93182ec01718b7a598076031127';
