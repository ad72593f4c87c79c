/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a7c5fdaed33400b7f0bc1f8653dc2a3c08058089b78b50e20877e2a47b38a113';
