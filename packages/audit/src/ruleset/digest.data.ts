/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '3fe9c382fe02d61c880fc7289ddfbf614d53fa0c37b2dcad55a8a78391640ba4';
