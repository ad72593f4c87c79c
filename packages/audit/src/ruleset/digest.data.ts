/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '69239a28bcc538edb39ba9acd9a60145e0f6204db07a9fb8ddaf4761a72ac091';
