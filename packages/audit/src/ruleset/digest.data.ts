/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '81baf51c01c05ed3436f02b6a712b48c51da09a87bb5ea3ec2a7eeda9695d651';
