/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fd57288f0358af621f511902d753016ad2ecfb134b4de771dd2a92a2c7ccb0a7';
