/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '70189d0c242e76e448bb6f424278e2977bd5ec9d1ceb1ce4fcb55dc5a6cf2fe0';
