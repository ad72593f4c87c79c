/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '8c30ee0e61c7cd04fa8a04fc3ea925070df6eda3855e51cc4a0d369b73481841';
