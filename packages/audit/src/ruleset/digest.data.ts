/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '198dfaec4eba8ec2833311bf31a615ffc0483f7c9041eae8561a06e7a0255f97';
