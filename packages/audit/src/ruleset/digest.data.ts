/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '55dbfc8f35ab3a6c740271a210b18361a0b6459eaa9a08da15e4ac5887c00801';
