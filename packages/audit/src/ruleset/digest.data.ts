/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7b60549179e5789216b50f144d807968de2e7ee44b23c813a9fcbe64f6c31bb0';
