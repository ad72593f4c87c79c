/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e052f0529d15db496999740446664e88f1dcf4dfb4ceb037b1afdd5888d4595b';
