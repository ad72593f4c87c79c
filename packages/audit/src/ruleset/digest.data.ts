/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cacdf19300e270e83de905aa973b4250f8769978e2b1b1579a15e2681ea02048';
