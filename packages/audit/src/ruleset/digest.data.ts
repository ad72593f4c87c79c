/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '72db9a98606dd1259bb7c7062d6bc776f4cd1b1716de325385680a9b173f1279';
