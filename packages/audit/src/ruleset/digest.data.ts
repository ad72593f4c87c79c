/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1223d67c88f0cf609dc3fe29e377a392c76713880c461065aa84b1e646a495c6';
