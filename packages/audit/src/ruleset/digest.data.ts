/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '09f331fc349c410e36abd7c3cde239d7d705ef9b744c676b2c13278276d14059';
