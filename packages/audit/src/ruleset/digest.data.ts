/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3dc6f4e505ad9d79ff9452785f20f04cbbba38e0f74147bceadf0e08d9a7f3af';
