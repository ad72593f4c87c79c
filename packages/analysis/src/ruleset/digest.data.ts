/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '733bc1d7f8bdad5d63aac4f24e860f269760c387b64821cac1ea341e38623c5e';
