/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4f23f96fb49b6d14534ad2edbcfad2fe698a784d73f79390c5789e68b417a2c4';
