/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4ffee8d2833ef18bff019acbd783464ee7f90c7c1063ea0bbf0c092284111551';
