/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0674df9a75857f62d4ae60e720e337995e6d7deb7febd0f13ce4f184911e7dff';
