import type { Report, Stats } from '@assay/analysis/types';
import type { ProposedManifest } from '../manifest/propose.ts';
import type { PackRun } from '../rule-packs/run.ts';

export type Audited = {
  readonly report: Report;
  readonly stats: Stats;
  /** What a manifest of this bundle would say; beside the report, because nobody seals it. */
  readonly manifest: ProposedManifest;
  /** What each rule pack said, before it was folded into the report. */
  readonly packs: readonly PackRun[];
};
