/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9fb46d044cf77fd42a813f7dcbf7f51083ad220782f4d1764f8b7cde7e09ef02';
