/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f1ef0ee568e9c0aaff2fe0e826baa8d192c72bdaf77935d5b5eac8ec86f44bd2';
