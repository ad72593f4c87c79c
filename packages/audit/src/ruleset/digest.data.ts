/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ba6eb9b330e7e5777c81feef0949a2b11417ae03ed82443a74097638f38c782b';
