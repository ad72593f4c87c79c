/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fddf2a3765dddf063c0408cab269b872d5c94b074d8c10fd5a3edef0e803e000';
