import type { Bundle } from '@assay/audit';
import { readCorpus } from '../eval/corpus.ts';
import { readIndependentSuites } from '../eval/suites/suite-files.ts';

/** The bundles of a speed run. Each is created when its turn comes. */
export type Workload = readonly (() => Bundle)[];

const PER_REPOSITORY_MAX = 25;

const SKILLS_MAX = 1_000;

/** Harmless skills of the open evaluation sets, evenly spaced. */
export function harmlessSkills(): Workload {
  const harmless = readIndependentSuites().filter(({ label }) => label === 'benign');
  return spread(harmless, SKILLS_MAX).map(({ load }) => load);
}

/** Benign skills, at most so many of one repository: a large template repository would decide the figure alone. */
export function balancedSample(corpus: string): Workload {
  const benign = readCorpus(corpus).filter(({ label }) => label === 'benign');
  const byRepository = Map.groupBy(benign, ({ repository }) => repository);
  return [...byRepository.values()].flatMap((members) => spread(members, PER_REPOSITORY_MAX)).map(({ load }) => load);
}

/** Evenly spaced members, so that the choice depends on nothing but the order of the index. */
function spread<Item>(items: readonly Item[], max: number): Item[] {
  const step = Math.max(1, items.length / max);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
