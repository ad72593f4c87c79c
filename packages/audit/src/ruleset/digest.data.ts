/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b3cff2952c7ffb761cbfaf5335f63da6dada4cff45218824b575af7f4e6ba2de';
