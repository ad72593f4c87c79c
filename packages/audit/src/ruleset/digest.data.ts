/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ffb6171d61c6a449419774cb5777efa68b48f764d220ad11e62cc1cd309e9104';
