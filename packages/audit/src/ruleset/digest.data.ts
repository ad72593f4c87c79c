/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '69daf640be3ad7d04c3eb91559598bac72bcc9b64f09cb8d47f088a4fdd41b78';
