/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '04e208d369b8586bfa65344113cb6d703f52fbaa0302f26e383ad7edc7c538f0';
