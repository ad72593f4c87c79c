/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7d59d164b9df3bf95d85b3104bbdd9e4c37fdf046ff0cfc600b301b149d46580';
