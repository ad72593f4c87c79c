/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd7bd84d648779eb6bae592092b2abe6a39f4825b3b6f951eb5b568e12deb0e17';
