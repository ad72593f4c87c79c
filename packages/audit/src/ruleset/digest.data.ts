/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0b1bcc67cc3eea8c7dc4179bb4d157cb2b0c16da7e9b15476337ec38d88f7b91';
