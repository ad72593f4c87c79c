/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8b7573819e6cb342c990c7ec6af269ba51145c6511fb64fba11a6d869fc36e1b';
