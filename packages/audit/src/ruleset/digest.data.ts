/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8218c73b6d9313614cf1f9b52065bbfd6d9a1b031c14d0b2cd05a737526d8f65';
