/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e5901fc71c70ce3a250d2640318c2091f06805f5e7f2ba66612ef33b37cb99b6';
