/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '53614d28ed6848c2edff8b1c0b8bf6f877c025ceaf55af7a3a514f23ea4c9bad';
