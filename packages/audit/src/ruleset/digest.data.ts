/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '04c0ea5e226a625d77729bbb7381fc40e9230374347c05d219bc102a85325a58';
