/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'd8e13904dc08214dd76dbe80c356852164a8d8c421e1e41ad0c9612357420251';
