import type { Made } from '@assay/analysis/runs/made';
import type { VariantRun } from '@assay/analysis/runs/merge';
import type { Observation, Variant } from '@assay/analysis/runs/observation';

/** What came of running a unit once. */
export type Outcome = {
  isExercised: boolean;
  acts: Observation[];
  gaps: string[];
  untaken: string[];
  printed: string;
  made: readonly Made[];
  consulted: ReadonlySet<Variant>;
  /** What it looked for outside its folder and did not find. */
  missed: readonly string[];
  /** What it wanted to read inside its folder and did not find. */
  absent: readonly string[];
  /** It was still waiting for something after an hour of its own time. */
  isEndless: boolean;
};

/** One that came to its end is marked, where it had more than the first. */
export type Run = VariantRun & Outcome & { isThrough?: boolean };
