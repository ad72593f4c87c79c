/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '0c6812349bddb5ea3449615de86be5421642563bfd56b562cec9b901c333552f';
