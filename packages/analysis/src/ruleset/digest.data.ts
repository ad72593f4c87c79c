/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '54ddd55ffbac13e6e7262648c8ea81f95eb4738fac345c910bdda6da77cf7043';
