/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f21cfa83964fe063f43dc342d372ee280de72a78207f3ce399075f1a6f15c518';
