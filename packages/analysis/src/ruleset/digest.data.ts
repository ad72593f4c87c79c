/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '697dad0c3deedd075c1a17c6ce6c1d5b783e221591e5bfb351fee8c5ff96ada5';
