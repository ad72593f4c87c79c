/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3787960009a1ee16895f5b4e29fd75d95882358a423825aa1570cc99633768e7';
