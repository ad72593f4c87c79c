import { CertificateId, Problem, type Round, type Submission, toBlockingFindings } from '@assay/protocol';
import type { z } from 'zod';
import type { SealedSubmission } from '../submissions/index.ts';
import type { PanelStore, SeatedPanel } from './panels.store.ts';
import { toProgress } from './progress.policy.ts';
import { type CouncilReport, unpackReport } from './reports.ts';
import { toRound } from './round.answer.ts';
import type { RoundRow, RoundStore } from './rounds.store.ts';

type Deps = {
  readonly rounds: Pick<RoundStore, 'find' | 'findLatest' | 'findReport' | 'countAhead'>;
  readonly panels: Pick<PanelStore, 'listOfRound'>;
  readonly certificateOf: (submissionId: string) => Promise<string | undefined>;
  readonly clock: { now(): Date };
};
type Known = { readonly round: Round; readonly report: CouncilReport; readonly panels: readonly SeatedPanel[] };
/** What the council has to say about a submission. */
export type Review = Pick<z.input<typeof Submission>, 'sandbox' | 'round' | 'result' | 'progress'>;

/** Rounds as anybody may read them, and what their owner sees while they run. */
export function createRounds({ rounds, panels, certificateOf, clock }: Deps) {
  /** Undefined until the engine has reported: before that there is nothing to show. */
  async function know(round: RoundRow): Promise<Known | undefined> {
    const stored = await rounds.findReport(round.id);
    if (stored === undefined) return undefined;
    const [report, seated] = [unpackReport(stored), await panels.listOfRound(round.id)];
    return { round: toRound({ round, report, analyzedAt: stored.analyzedAt, panels: seated }), report, panels: seated };
  }

  async function read(id: string): Promise<Round> {
    const round = await rounds.find(id);
    const known = round === undefined ? undefined : await know(round);
    if (known === undefined) throw new Problem('round_not_found');
    return known.round;
  }

  async function reviewOf({ submission }: SealedSubmission): Promise<Review> {
    const { id, state, createdAt } = submission;
    const latest = await rounds.findLatest(id);
    const known = latest === undefined ? undefined : await know(latest.round);
    const ahead = state === 'SUBMITTED' ? await rounds.countAhead(createdAt) : 0;
    const way = { state, ahead, hasReport: known !== undefined, panel: known?.panels.at(-1) };
    return {
      sandbox: known?.round.sandbox ?? null,
      round: known?.round ?? null,
      result: await resultOf(submission, known),
      progress: toProgress(way, clock.now()),
    };
  }

  async function resultOf({ id, state, updatedAt }: SealedSubmission['submission'], known: Known | undefined) {
    if (state !== 'CERTIFIED' && state !== 'REJECTED') return null;
    const certificateId = state === 'CERTIFIED' ? await certificateOf(id) : undefined;
    const blocking = state === 'REJECTED' && known !== undefined ? toBlockingFindings(known.report) : [];
    return {
      decision: state,
      certificateId: certificateId === undefined ? null : CertificateId.parse(certificateId),
      blockingFindings: blocking.length > 0 ? blocking : votedFindings(state, known),
      decidedAt: known?.round.completedAt ?? updatedAt.toISOString(),
    };
  }

  return {
    read,
    async reviewsOf(found: readonly SealedSubmission[]): Promise<ReadonlyMap<string, Review>> {
      return new Map(await Promise.all(found.map(async (one) => [one.submission.id, await reviewOf(one)] as const)));
    },
  };
}
export type Rounds = ReturnType<typeof createRounds>;

/** What seats voted UNSAFE for, where the engine alone would not have blocked. */
function votedFindings(state: 'CERTIFIED' | 'REJECTED', known: Known | undefined) {
  if (state === 'CERTIFIED' || known === undefined) return [];
  const votes = known.round.panels.flatMap(({ verdicts }) => verdicts).filter(({ verdict }) => verdict === 'UNSAFE');
  return [...new Map(votes.flatMap(({ findings }) => findings).map((finding) => [finding.id, finding])).values()];
}
