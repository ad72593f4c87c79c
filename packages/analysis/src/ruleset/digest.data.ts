/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '10b5dc70b634121bf42fd0c73234bb6a97f7e7e113bd8afec125fe06a59c7232';
