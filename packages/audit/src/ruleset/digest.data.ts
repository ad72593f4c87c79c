/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7ddb4ad10daa66fff39c849e39c617519b510b2f8f19860e2e4d037e70450354';
