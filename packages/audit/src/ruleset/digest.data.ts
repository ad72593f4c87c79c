/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b16e0b7ffc7cb28d2cae0566475d9911035c230c835cfb6b637b92ac863258d4';
