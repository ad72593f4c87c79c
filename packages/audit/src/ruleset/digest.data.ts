/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cc96d601f184e6961d59500903acb5b8ac6ee2924aeb60eef20221d6f1866dba';
