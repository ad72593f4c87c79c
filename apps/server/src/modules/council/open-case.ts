import type { Lifecycle, SubmissionRow } from '../submissions/index.ts';
import type { SeatedPanel } from './panels.store.ts';
import type { CouncilReport } from './reports.ts';
import type { RoundRow } from './rounds.store.ts';
import type { SeatPacksRow } from './seat-packs.store.ts';

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;

/** Everything about one round that its end depends on. */
export type OpenCase = {
  readonly submission: SubmissionRow;
  readonly round: RoundRow;
  readonly panels: readonly SeatedPanel[];
  /** What its seats had equipped, and what it said. */
  readonly packs: readonly SeatPacksRow[];
  readonly report: CouncilReport;
  readonly analyzedAt: Date;
  readonly bundle: () => Promise<SealedBundle>;
};
