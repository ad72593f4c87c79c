/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '76f99129e46b1be4dda5a04cb14ff551ddab80e64ed89f2ce94595fcf9468a7b';
