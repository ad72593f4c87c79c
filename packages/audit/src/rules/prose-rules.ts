import type { Rule } from '../model.ts';

/** Rules over instruction facts: what the words of a bundle ask for. */
export const PROSE_RULES: readonly Rule[] = [];
