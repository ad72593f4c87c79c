/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b53bb103646bc342ae7c88020826cfebbfe7a778666fb05c816649dfa582907b';
