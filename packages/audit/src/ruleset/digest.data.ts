/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0d8f915ef90c3dbe9fa7bc3791ed031aa496515c58e61ac740e94d1755663ad2';
