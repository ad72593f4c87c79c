/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd74c42e4ea93945a4b583fa74fb3dc45f709ad130e770ea755f602c2170eb9f5';
