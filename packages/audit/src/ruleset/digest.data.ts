/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e90c0b16c39034a2f25786a9811cdd0ce11c04dc3a44dc7e5df521dcfa18cb1c';
