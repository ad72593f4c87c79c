/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '6187029f5aa6baaba4b0837954e1344d9cef24a3c42354fac68d469d68dd9a29';
