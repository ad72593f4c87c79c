/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3e746c3da754a48153703ccf520c5ec63181c4ffdb771f0a2144b339bad41e8c';
