/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7e54f8ce7681a4d6558169474839b9ead1ef3ec1ff9744f2bfffee251d4f1a6b';
