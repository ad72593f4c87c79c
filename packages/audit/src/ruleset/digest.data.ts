/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ef3b2c5f4691c5b57a8bf7a843eaf98b08f8022ceb5e69a2cebe8cfec0fd8ad5';
