import type { Report, Stats } from '@assay/analysis/types';
import type { ProposedManifest } from '../manifest/propose.ts';
import type { PackRun } from '../rule-packs/run.ts';

export type Audited = {
  readonly report: Report;
  readonly stats: Stats;
  /** The manifest that the bundle implies. It is not part of the report, because it is not signed. */
  readonly manifest: ProposedManifest;
  /** The result of each rule pack before it was folded into the report. */
  readonly packs: readonly PackRun[];
};
