/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '84b3743c9a9cdad9650758eab3a8da51f49453c9ddfe6e4cb7e5f6d448a37638';
