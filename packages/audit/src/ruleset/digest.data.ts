/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'bfeb161581018dcdf3ec35a07bb106ecfeec99a11baecf27a167468612dbf1ee';
