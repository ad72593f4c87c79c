/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f1e37a916d1228297a471fcc9914acfdbb6a8af95fe6aee0c3cfe7e91b7462f4';
