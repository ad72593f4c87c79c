/** A document that keeps a habit nearly everywhere says by it what it leaves out: in whatever language it is written. */
const SHARE = 0.6;
const TIMES_MIN = 3;

/** Whether most of these keep it. */
export const isHabit = <T>(all: readonly T[], keeps: (one: T) => boolean, timesMin = TIMES_MIN): boolean =>
  all.filter(keeps).length >= Math.max(timesMin, all.length * SHARE);

/** Asked of the same thing again and again, and answered once: documents have thousands of operations. */
export function once<T extends object, R>(answer: (of: T) => R): (of: T) => R {
  const known = new WeakMap<T, { readonly is: R }>();
  return (of) => {
    const found = known.get(of) ?? { is: answer(of) };
    known.set(of, found);
    return found.is;
  };
}
