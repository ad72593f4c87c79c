/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '27781989270611200bcbfd081fd3b0eb466359d6754721627909d545718162e5';
