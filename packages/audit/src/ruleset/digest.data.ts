/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '17eda0a20e6094d62d0b9accb7c72761191e60c2077d322ce99d76e9d8a6fa82';
