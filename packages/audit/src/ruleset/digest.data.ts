/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '16611c48a96e5e3d12e8c6aebe6f22973b2c14fd74521cd8004c5ffcfbba1069';
