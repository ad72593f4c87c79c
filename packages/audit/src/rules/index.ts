import type { Rule } from '@assay/analysis/types';
import { CODE_RULES } from './code.rules.ts';
import { PROSE_RULES } from './prose.rules.ts';

/** The catalogue, in order of ids. */
export const RULES: readonly Rule[] = [...CODE_RULES, ...PROSE_RULES].sort((a, b) => (a.id < b.id ? -1 : 1));
