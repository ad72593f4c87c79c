/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '09e61a5085ee10d700252482cc2b955d43dc70f21b9971e6731a1d8d420c092e';
