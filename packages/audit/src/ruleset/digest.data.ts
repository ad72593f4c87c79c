/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2ff3e32cc6ccbbe4e3dc2e5c104884c2aea21815eb46aef93ef7e7defa41f29e';
