/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'afab30d11e7455f03a2c335cd2018e43ee5e7e466c66d1214e2967ec0a9f75cb';
