/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8a0a07652d2ff7ca39ef4043475ba6daf8be23a571960696785540a1e55b5191';
