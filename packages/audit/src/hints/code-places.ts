import type { Facts } from '@assay/analysis/types';
import type { Pointed } from './pointed.ts';

/** A reader begins with a handful of places, however many files a bundle has. */
const PLACES_MAX = 8;

/** Lines of code in which the lexical scanner saw roles meet, the most telling of the bundle. */
export const codePlaces = (facts: Facts): Pointed[] =>
  [...facts.of('hint')]
    .sort((a, b) => b.value.weight - a.value.weight)
    .slice(0, PLACES_MAX)
    .map(({ span, value: { roles } }) => ({ span, why: `code: ${roles.join(', ')}`, weight: 2 }));
