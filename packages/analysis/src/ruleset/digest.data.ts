/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2ab13eab8d3719ef366acb76b7d73f0f9476fb780990ba048d321387d9ae006c';
