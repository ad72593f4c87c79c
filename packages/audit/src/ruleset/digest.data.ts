/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '164d6bcd65393449e0652e7fc4d8a2365561dcb230478051930165b35017b57a';
