/**
 * Caches figures for a while for all readers. A failed read is retried by the next reader. There is one entry per
 * combination of arguments, so these must come from closed lists.
 */
export function keepFor<Arguments extends readonly string[], Figures>(
  lifeMs: number,
  clock: { now(): Date },
  count: (...args: Arguments) => Promise<Figures>,
): (...args: Arguments) => Promise<Figures> {
  const kept = new Map<string, { until: number; figures: Promise<Figures> }>();
  return (...args) => {
    const now = clock.now().getTime();
    const key = args.join();
    const found = kept.get(key);
    if (found !== undefined && now < found.until) return found.figures;
    const fresh = { until: now + lifeMs, figures: count(...args) };
    kept.set(key, fresh);
    fresh.figures.catch(() => {
      if (kept.get(key) === fresh) kept.delete(key);
    });
    return fresh.figures;
  };
}
