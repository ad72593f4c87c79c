/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3daff611fd1779e5b50688ebeb98fd05a14aeacfee118c171931fff6915e753e';
