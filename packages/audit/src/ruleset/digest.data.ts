/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1f9908a5af15a5ff4dc8aace2ef1aa86312e518d3a931715b000906a2e624a32';
