/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2b9d9dc416ffaf454e7d0dbc529b9ac8e91afb70a1ac14c454eb9ca8ee086bec';
