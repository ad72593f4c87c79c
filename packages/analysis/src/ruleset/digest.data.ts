/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4a360fc907e2c66fa6ccf38fc4033942376f9a40760629c3b5e402c9a7f3105e';
