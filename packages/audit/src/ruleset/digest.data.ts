/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9bb046ab9e3462e75dde6c543087d09ace347c836006cbceb4d0c454ecd0738f';
