/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1af349bb4c282bd0ff8d08b208772fb7b931593a40a64cd5bef97e09bae33a95';
