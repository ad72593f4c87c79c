/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '611fb6fd9a96457a9c4428b933a19d63c4b8f07a594ee9b4a32ecb9d6cdfa57c';
