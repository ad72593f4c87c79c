/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1fe0ea52148151c6861abff8fd9e95199af0b0dfb2011837e27330805a340164';
