/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'c16ae1ffe26b440753c7713c50de62bcf9592f0abde2ad3569dcc694e91df0b6';
