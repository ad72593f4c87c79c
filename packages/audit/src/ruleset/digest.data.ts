/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ef2548169c20f4e37e8411f6834d2668370d4d2021d414404b4e2dbfc26ede6b';
