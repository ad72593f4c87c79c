import type { VariantRun } from '@assay/analysis/runs/merge';
import type { Observation, Variant } from '@assay/analysis/runs/observation';
import type { Made } from '@assay/analysis/runs/run-text';

/** The result of one run of a unit. */
export type Outcome = {
  isExercised: boolean;
  acts: Observation[];
  gaps: string[];
  untaken: string[];
  printed: string;
  made: readonly Made[];
  consulted: ReadonlySet<Variant>;
  /** Paths outside its folder that it looked for and did not find. */
  missed: readonly string[];
  /** Files inside its folder that it wanted to read and did not find. */
  absent: readonly string[];
  /** The unit was still waiting after one hour of its virtual time. */
  isEndless: boolean;
};

/** `isThrough` marks a run that had more than the first run and reached its end. */
export type Run = VariantRun & Outcome & { isThrough?: boolean };
