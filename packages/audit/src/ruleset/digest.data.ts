/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'a30a62751f777c4e297acd36e4589e612b1d448f77c10b901fa2c76b391c7b68';
