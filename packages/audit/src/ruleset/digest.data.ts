/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b54e4a42d9e0d4b38a7fa9518393c9be714c1d2f309711c7320c954d9a50cf45';
