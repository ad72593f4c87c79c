/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '63973a1918922fcd4e0ef7cc6ffd9068eab099a0a9c29434d3ddb542ee41c45b';
