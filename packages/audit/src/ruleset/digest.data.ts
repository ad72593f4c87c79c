/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ac08de9dd7f7e7599467914c497e8e2c9116c07339bd5914d884b54c3333dc0c';
