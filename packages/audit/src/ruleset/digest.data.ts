/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cec29b467231fcab2ffdb95646fba53ced8b2cb2f2c5eff1c5d60d0964c8b182';
