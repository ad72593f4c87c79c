/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '60c2ec527d8785263fc104f61f8ab20a9031ad1e16f5e2c5504a7f4a5f383577';
