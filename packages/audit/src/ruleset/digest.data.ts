/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cee3b7422bf4205add5a3b615949d5c1f9d979f010d88d26f74d6052a6aa6cc4';
