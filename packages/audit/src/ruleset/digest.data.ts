/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1feda1eb58806d162b52de655886871a835e6960a157d5bdf4827cc865e74f5e';
