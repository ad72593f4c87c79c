/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ebaa9918c312d2b779d64de36f7842186e2b99f395e028bed20104be9f32fa23';
