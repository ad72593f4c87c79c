import type { ProposedManifest } from './manifest/propose.ts';
import type { Report, Stats } from './model.ts';

export type Audited = {
  readonly report: Report;
  readonly stats: Stats;
  /** What a manifest of this bundle would say; beside the report, because nobody seals it. */
  readonly manifest: ProposedManifest;
};
