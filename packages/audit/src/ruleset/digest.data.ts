/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1e7c92861974745a7cfabaa685e7897443921953554ffb0b68d882ccb0819c34';
