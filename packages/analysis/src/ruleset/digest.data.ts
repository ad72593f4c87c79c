/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4be1b73f330db9c2eab3b1b8ac1a6fa4a907e1a7ff908386c660c177c0aa1d5e';
