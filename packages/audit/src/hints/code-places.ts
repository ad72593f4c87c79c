import type { Facts } from '@assay/analysis/types';
import type { Pointed } from './pointed.ts';

/** Lines of code in which the lexical scanner saw roles meet. */
export const codePlaces = (facts: Facts): Pointed[] =>
  facts.of('hint').map(({ span, value: { roles, weight } }) => ({
    span,
    why: `code: ${roles.join(', ')}`,
    weight: 2,
    score: weight,
  }));
