import { drawPanel } from '@assay/economy/council';
import { type Lifecycle, toEngineBundle } from '../submissions/index.ts';
import type { Engine } from './examine.ts';
import { seatedValidators, seedOf } from './panels.service.ts';
import type { PanelStore, SeatedPanel } from './panels.store.ts';
import type { ReadAgain } from './readers.service.ts';
import { unpackReport } from './reports.ts';
import type { RoundRow, RoundStore } from './rounds.store.ts';

type Deps = {
  readonly lifecycle: Pick<Lifecycle, 'bundleOf'>;
  readonly rounds: Pick<RoundStore, 'findLatest' | 'findReport'>;
  readonly panels: Pick<PanelStore, 'listOfRound'>;
  readonly examine: Engine;
  readonly readAgain: ReadAgain;
};
export type Replay = {
  /** The run and every draw match the record. */
  readonly isIntact: boolean;
  readonly roundId: string;
  readonly verdictHash: { readonly recorded: string; readonly replayed: string };
  readonly panels: readonly { readonly phase: string; readonly recorded: string[]; readonly redrawn: string[] }[];
};

/** Repeats a round from stored bytes, stored transcripts and the published seed, and compares the results. Changes nothing. */
export async function replay(
  submissionId: string,
  { lifecycle, rounds, panels, examine, readAgain }: Deps,
): Promise<Replay> {
  const latest = await rounds.findLatest(submissionId);
  const stored = latest && (await rounds.findReport(latest.round.id));
  if (latest === undefined || stored === undefined) throw new Error('The engine has not reported on this submission');
  const { round } = latest;
  const { verdictHash: recorded, reading, probe } = unpackReport(stored);
  const { input, files } = await lifecycle.bundleOf(submissionId);
  const examined = await examine({ input, files }, probe);
  const transcripts = reading?.readings.map(({ transcript }) => transcript) ?? [];
  const replayed =
    examined.kind === 'report'
      ? (await readAgain(toEngineBundle(input, files), examined.report, transcripts)).verdictHash
      : `fault: ${examined.reason}`;
  const seated = await panels.listOfRound(round.id);
  const draws = seated.flatMap((panel, at) => redraw(round, panel, seated.slice(0, at)));
  const isSameDraw = draws.every((draw) => draw.recorded.join() === draw.redrawn.join());
  return {
    isIntact: replayed === recorded && isSameDraw,
    roundId: round.id,
    verdictHash: { recorded: `0x${recorded}`, replayed: examined.kind === 'report' ? `0x${replayed}` : replayed },
    panels: draws,
  };
}

/** Uses the draw rules of the panel. */
function redraw(round: RoundRow, panel: SeatedPanel, earlier: readonly SeatedPanel[]) {
  const { phase, candidates, seats, drawRules: rules } = panel;
  if (phase === 'HUMAN') return [];
  const drawn = drawPanel({ seed: seedOf(round), phase, candidates, taken: seatedValidators(earlier), rules });
  const recorded = seats.filter(({ isSubstitute }) => !isSubstitute).map(({ validatorId }) => validatorId);
  return [{ phase, recorded, redrawn: drawn.seats.map(({ validatorId }) => validatorId) }];
}
