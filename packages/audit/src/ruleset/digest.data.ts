/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'aef1326ae9748f92ad0f54ad0f38f45187df27fced0ae17a4f7fcef381789eb3';
