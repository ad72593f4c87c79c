/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '34a91d37fe0eee26b2db5be41bcf228b0bee545073e0625795fb9936688adb3e';
