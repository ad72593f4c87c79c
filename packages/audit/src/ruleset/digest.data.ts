/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2362611ab3e607ee52a390fa040e84a13bfbdd456b03929720afd60e00dfe8fc';
