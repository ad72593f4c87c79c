/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '32260a1665458a5aedd9ecc5aa3e97f0e47609e46e81aff645e92e8a709e9bd4';
