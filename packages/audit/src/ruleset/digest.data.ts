/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '15990b41002a9b34a8c85bbf28c7d9cf5f1b9b8d94aa449644089f28ead418b5';
