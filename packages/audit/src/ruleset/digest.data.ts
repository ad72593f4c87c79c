/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'e5d02661a536f0c8f7d0900d0ff086f7e5110ef6dc55bfc60d4ea634d60b9216';
