/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b8a5c664c5b7167ff41ba73f53e5721772ca72d2a9754cbac008912a7eca3d83';
