import { type Observation, VARIANTS, type Variant } from './observation.ts';
import { compare } from './plan.ts';

export type VariantRun = {
  variant: Variant;
  acts: readonly Observation[];
  /** Runs in one environment only, so its absence in the others proves nothing. */
  isExtra?: boolean;
};

/**
 * Merges several runs into one list. An act of the same sort in every run is reported once, as in the first run. An act
 * in only some environments lists them.
 */
export function mergeVariants(runs: readonly VariantRun[]): Observation[] {
  const seenIn = new Map<string, Set<Variant>>();
  const ownRuns = runs.filter(({ isExtra }) => isExtra !== true);
  for (const { variant, acts } of ownRuns) {
    for (const act of acts) seenIn.set(sortOf(act), (seenIn.get(sortOf(act)) ?? new Set()).add(variant));
  }
  const merged: Observation[] = [];
  const environments = new Set(ownRuns.map(({ variant }) => variant)).size;
  const firstRun = new Map<string, number>();
  for (const [run, { acts }] of runs.entries()) {
    for (const act of acts) {
      const sort = sortOf(act);
      const first = firstRun.get(sort) ?? run;
      firstRun.set(sort, first);
      // A later run repeats it with another date, name or number; the wording of the first run represents all.
      if (first !== run) continue;
      const where = seenIn.get(sort);
      merged.push(
        where === undefined || where.size === environments
          ? act
          : { ...act, onlyIn: VARIANTS.filter((name) => where.has(name)) },
      );
    }
  }
  return merged.sort(byUnitAndStep);
}

/** Acts are of the same sort if kind, destination and tags agree, ignoring dates, names and numbers. */
function sortOf({ kind, target, data }: Observation): string {
  return JSON.stringify([kind, coarse(kind, target), data]);
}

function coarse(kind: Observation['kind'], target: string): string {
  if (kind === 'net') return hostOf(target) ?? target;
  if (kind === 'exec') return target.split(' ', 1)[0] ?? '';
  return target.replace(/\d+/g, '#').replace(/\b(?:morgan|root)\b/g, '‹user›');
}

/** The host of a `net` observation, without port or user. */
export function hostOf(target: string): string | undefined {
  const host = /^\S+ [a-z][a-z0-9+.-]*:\/\/(?:[^/@?#]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(target)?.[1];
  return host === undefined || host === '' ? undefined : host.toLowerCase();
}

export const byUnitAndStep = (a: Observation, b: Observation): number =>
  compare(a.unit, b.unit) ||
  a.step - b.step ||
  compare(a.kind, b.kind) ||
  compare(a.target, b.target) ||
  compare(a.data.join(), b.data.join());
