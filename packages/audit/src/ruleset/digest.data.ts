/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '630129158cf2fdc17b01d84d704c26c21c6b2ad1071e93ed8ca33defd89ad81f';
