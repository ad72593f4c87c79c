/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '340478b4627ddbf2ee88543d7cb59f75ff99a13f4e40dd06d16c616c08646fd0';
