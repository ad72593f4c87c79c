/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4e4b6224e4a4ddaa7ec0359008efbd25c306bab3b4a06d23b4b78cf03ff5862f';
