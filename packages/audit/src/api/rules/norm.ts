/** A document that keeps a habit nearly everywhere says by it what it leaves out: in whatever language it is written. */
const SHARE = 0.6;
const TIMES_MIN = 3;

/** Whether most of these keep it. */
export const isHabit = <T>(all: readonly T[], keeps: (one: T) => boolean, timesMin = TIMES_MIN): boolean =>
  all.filter(keeps).length >= Math.max(timesMin, all.length * SHARE);
