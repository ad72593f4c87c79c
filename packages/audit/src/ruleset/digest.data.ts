/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8ba9a309b44eac9610612ed13f72154cea306d20e0925caacffce00ed62aeb56';
