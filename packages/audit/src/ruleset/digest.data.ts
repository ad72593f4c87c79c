/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '01b6ecd71279d0ab936113554897736cf30c73550e655abfcbc93dde2568c385';
