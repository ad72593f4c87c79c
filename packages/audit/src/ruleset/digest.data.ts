/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '709979fe1ff44d4a780c25c5e397b56d267fac25c0f076811bc944ebaeee4897';
