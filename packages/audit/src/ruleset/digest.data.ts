/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'db294e9658fb6772ac019a4defd034938c2321022bf473280fac6e4b2c4d2316';
