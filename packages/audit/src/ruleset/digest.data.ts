/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '777ddf6de7fb863bf64764d56235ae3ba8fa2e965fb13fd44b496d312118f0d3';
