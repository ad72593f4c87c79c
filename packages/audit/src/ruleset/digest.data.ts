/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '28d7e5b33f93e6044cff600f401e42601f78c1ad534df0a0767d50734c8dcbfa';
