/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4fb8509884f5cbab623512c7abfc457edc839ac4a5e530fc0f30fb2ce26ca3f8';
