/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1eec88a10ea669d699267845a9690895f2bf2a2ec4652fd5e54fbf3f609301e0';
