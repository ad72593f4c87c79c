/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e377a536ae25cd6cd8f2052083a7695e2bd2562b9e4b532ace775f1e6239aa17';
