/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '17a36e2b2118dddea708ff33132cc96313b5cfa193a18c68c86ae0a36eb20bda';
