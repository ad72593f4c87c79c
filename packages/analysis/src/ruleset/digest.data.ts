/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '17782a5ce2b88869d06a846e0ec6d44a2b3005d1ec6659915a83c09039023513';
