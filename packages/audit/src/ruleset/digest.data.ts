/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e9b91bad74ebd658c6049277f77c8c37ded64aa788f43752f5e405259be79e84';
