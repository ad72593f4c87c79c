import type { Language, Unit } from '../types/index.ts';

export const isDocument = (language: Language): boolean => language === 'markdown' || language === 'text';

/** Documents are known by the view they were parsed from. */
export const documentKey = (unit: Unit): string => `${unit.file}#${unit.span.view.id}`;

/** How many units this one stands in. */
export const nesting = (unit: Unit): number => (unit.within === null ? 0 : 1 + nesting(unit.within));

/** The unit that this one stands in and that stands in no other. */
export const outermost = (unit: Unit): Unit => (unit.within === null ? unit : outermost(unit.within));
