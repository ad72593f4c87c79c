/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b2284a9693130826798dbf6ab1375c860b61faf871eb6aa9779ae6b361563d7c';
