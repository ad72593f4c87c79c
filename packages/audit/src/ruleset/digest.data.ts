/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1dd3b64f7cbfbccb8d7059d92b55098eef943759e9b974a8ac15752a94caec8c';
