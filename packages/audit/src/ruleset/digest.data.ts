/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '976d1db33a085ba3298963bbb0f3935202e4ab12ec149c311d0aa82a6cc57d63';
