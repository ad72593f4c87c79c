/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '34cc02ec26ff110b8da25fe62ce3a59c3b888dfc85fe18b190ee445c45d75fd1';
