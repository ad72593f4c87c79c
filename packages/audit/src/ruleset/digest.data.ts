/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd8a472da8ea164bad8fac2018196f3b9d282f816892994d990d10cdc8b8bb2cc';
