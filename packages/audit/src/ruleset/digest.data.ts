/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e6acbf7ac2dec69b226fa1fee1ff6c890e4f93f157b2b5c0e309ca36158c41fa';
