/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fc61abb5edf281901c7e5f38a60ff4c071ddd00f7a6960dba512e731f324a39d';
