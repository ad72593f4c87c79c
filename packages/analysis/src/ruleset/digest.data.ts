/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9ba21d9bb85c68789dd270bd6a1ca8535ad27a6b64b587c54a84740ee5057c55';
