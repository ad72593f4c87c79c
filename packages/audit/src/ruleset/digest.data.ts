/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e5b3686ea17a5b4228e7f909b755c9985389f2a269ea4f33f8bbeff53bd8f268';
