/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'fb4eafc4615c72a075108d4b880a03161b59963ca57003a457abb4397df340c6';
