/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ede016e37568a8523932f75704b67c75b0cff1696bf14b75aebce2ef63d85058';
