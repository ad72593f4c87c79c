import type { Language, Unit } from '../types/index.ts';

export const isDocument = (language: Language): boolean => language === 'markdown' || language === 'text';

/** The view is part of the key: folded copies of a file are separate documents. */
export const documentKey = (unit: Unit): string => `${unit.file}#${unit.span.view.id}`;

/** The number of enclosing units. */
export const nesting = (unit: Unit): number => (unit.within === null ? 0 : 1 + nesting(unit.within));

/** The enclosing unit at the top level; the unit itself when nothing encloses it. */
export const outermost = (unit: Unit): Unit => (unit.within === null ? unit : outermost(unit.within));
