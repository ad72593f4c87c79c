/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '664d17038bb89a9735710679f87a2c45c9701e2fc91a84e3fc1f302ee84d9ade';
