/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ba17c7ec9af421f4581e1ba0b815091ccbcd2bb1bf6e7f5cccefab1ae5335ac1';
