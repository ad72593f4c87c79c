/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'ca3acba3d9f22be9db9cdaea8c78b2a287ae02e5397899e47c07dadb84f06f75';
