/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f75465a116778befdae3bcf82060ba17a3c622efd860b6401f337725791b9ce3';
