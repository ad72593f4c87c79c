/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '76c3d771706bcc2662fa24ca289b9316a9ad9de64cb7da104c7bc086dd4674b7';
