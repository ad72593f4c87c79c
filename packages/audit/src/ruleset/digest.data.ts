/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cba37a1fdf4dc40c89c53229c59cfba074d6778dda6d5d5370e8b4d2c3ee9e0d';
