import type { FactOf, Facts } from '@assay/analysis/types';
import type { Pointed } from './passage-places.ts';

const toPointed = ({ span, value: { roles, weight } }: FactOf<'hint'>): Pointed => ({
  span,
  why: `code: ${roles.join(', ')}`,
  weight: 2,
  score: weight,
});

/** Lines of code in which the lexical scanner found several roles. */
export const codePlaces = (facts: Facts): Pointed[] =>
  facts
    .of('hint')
    .filter(({ value }) => value.isWeak !== true)
    .map(toPointed);

/**
 * Places to read when there are few others: files that the entry document runs, and the best line of files with weak
 * hints only.
 */
export const fallbackPlaces = (facts: Facts): Pointed[] => [
  ...facts
    .of('reference')
    .filter(({ value, unit }) => value.isRun && unit.reach === 'entry')
    .map(({ span }): Pointed => ({ span, why: 'has a file run', weight: 2, score: Number.MAX_SAFE_INTEGER })),
  ...facts
    .of('hint')
    .filter(({ value }) => value.isWeak === true)
    .map(toPointed),
];
