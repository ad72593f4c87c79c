/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ca8cb7e61ad97e72e9097506034db8a7184f081d905fd1dd6510073b49890195';
