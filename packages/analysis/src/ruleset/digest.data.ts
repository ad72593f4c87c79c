/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '306ee404cbc0965614479b300b13ceaadeef9f13a98bf66a4c4ce23657fb9433';
