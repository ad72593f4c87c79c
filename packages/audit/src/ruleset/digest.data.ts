/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9cb29849960f25a7f63817ceb8682db42e2c273ef4134b07ceb1aefd86b67329';
