import type { Rule } from '@assay/analysis/types';
import { CODE_RULES } from './code.rules.ts';
import { CHAINS } from './correlate/chains.ts';
import { PROSE_RULES } from './prose.rules.ts';

/** The catalogue, in the order of its ids. Chains are rules whose facts are findings. */
export const RULES: readonly Rule[] = [...CODE_RULES, ...PROSE_RULES, ...CHAINS.map(({ rule }) => rule)].sort((a, b) =>
  a.id < b.id ? -1 : 1,
);
