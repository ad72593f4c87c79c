/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd5dab43c34060c12a6e2feacda9961926372789c31dbd72a917538c532f63033';
