import type { Lifecycle, SubmissionRow } from '../submissions/index.ts';
import type { SeatedPanel } from './panels.store.ts';
import type { CouncilReport } from './reports.ts';
import type { RoundRow } from './rounds.store.ts';
import type { SeatPacksRow } from './seat-packs.store.ts';

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;

/** The data of a round that its end depends on. */
export type OpenCase = {
  readonly submission: SubmissionRow;
  readonly round: RoundRow;
  readonly panels: readonly SeatedPanel[];
  /** The rule packs that its seats have equipped, and their results. */
  readonly packs: readonly SeatPacksRow[];
  readonly report: CouncilReport;
  readonly analyzedAt: Date;
  readonly bundle: () => Promise<SealedBundle>;
};
