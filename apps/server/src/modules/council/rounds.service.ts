import {
  CertificateId,
  Problem,
  type PublicRound,
  type ReviewResult,
  type Round,
  type Submission,
  toBlockingFindings,
} from '@assay/protocol';
import type { z } from 'zod';
import type { SealedSubmission, SubmissionRow } from '../submissions/index.ts';
import type { PanelStore, SeatedPanel } from './panels.store.ts';
import { toProgress } from './progress.policy.ts';
import { type CouncilReport, unpackReport } from './reports.ts';
import { toRound, toRoundReading } from './round.answer.ts';
import type { ReportRow, RoundRow, RoundStore } from './rounds.store.ts';

type Deps = {
  readonly rounds: Pick<
    RoundStore,
    'find' | 'findLatest' | 'findReport' | 'listStandings' | 'countAhead' | 'decisionsOf'
  >;
  readonly panels: Pick<PanelStore, 'listOfRound' | 'listOfRounds'>;
  readonly clock: { now(): Date };
};
type Known = { readonly round: Round; readonly report: CouncilReport; readonly panels: readonly SeatedPanel[] };
/** The council's data about a submission. */
type Review = Pick<z.input<typeof Submission>, 'reviewResult' | 'sandbox' | 'round' | 'result' | 'progress'>;

type Way = {
  readonly known: Known | undefined;
  readonly certificateId: string | null;
  /** Number of submissions before it in the queue. */
  readonly ahead: number;
};

/** Public rounds, and what owners see of rounds in progress. */
export function createRounds({ rounds, panels, clock }: Deps) {
  /**
   * Not found until the round is over, and if the engine never reported. A round that is public while it runs would show its
   * seats that it is not a canary.
   */
  async function read(id: string): Promise<PublicRound> {
    const round = await rounds.find(id);
    const stored = await rounds.findReport(id);
    if (round === undefined || round.completedAt === null || stored === undefined) throw new Problem('round_not_found');
    const known = know(round, stored, await panels.listOfRound(id));
    return { ...known.round, reading: toRoundReading(known.report, round.readingUsage) };
  }

  async function reviewsOf(found: readonly SealedSubmission[]): Promise<ReadonlyMap<string, Review>> {
    const waiting = found.filter(({ submission }) => submission.state === 'SUBMITTED');
    const [standings, ahead] = await Promise.all([
      rounds.listStandings(found.map(({ submission }) => submission.id)),
      rounds.countAhead(waiting.map(({ submission }) => submission.id)),
    ]);
    const reported = standings.flatMap(({ round, report }) => (round && report ? [round.id] : []));
    const panelsOf = Map.groupBy(await panels.listOfRounds(reported), ({ roundId }) => roundId);
    const standingOf = new Map(standings.map((standing) => [standing.submissionId, standing]));
    return new Map(
      found.map(({ submission }) => {
        const { id } = submission;
        const { round = null, report = null, certificateId = null } = standingOf.get(id) ?? {};
        const known = round && report ? know(round, report, panelsOf.get(round.id) ?? []) : undefined;
        return [id, toReview(submission, { known, certificateId, ahead: ahead.get(id) ?? 0 }, clock.now())];
      }),
    );
  }

  /** Whether a round about these bytes is not decided yet. */
  const isUnderReview = async (submissionId: string): Promise<boolean> =>
    (await rounds.findLatest(submissionId))?.round.completedAt === null;

  return { read, reviewsOf, isUnderReview, decisionsOf: rounds.decisionsOf };
}
export type Rounds = ReturnType<typeof createRounds>;

function know(round: RoundRow, stored: ReportRow, seated: readonly SeatedPanel[]): Known {
  const report = unpackReport(stored);
  return { round: toRound({ round, report, analyzedAt: stored.analyzedAt, panels: seated }), report, panels: seated };
}

function toReview(submission: SubmissionRow, { known, certificateId, ahead }: Way, now: Date): Review {
  const { state } = submission;
  return {
    reviewResult: known === undefined ? null : reviewResultOf(state, known),
    sandbox: known?.round.sandbox ?? null,
    round: known?.round ?? null,
    result: toResult(submission, known, certificateId),
    progress: toProgress({ state, ahead, hasReport: known !== undefined, panel: known?.panels.at(-1) }, now),
  };
}

/** A rejection is UNSAFE, and an approval by a person is SAFE; otherwise the report decides. */
function reviewResultOf(state: SubmissionRow['state'], { report, panels }: Known): ReviewResult {
  if (state === 'REJECTED') return 'UNSAFE';
  const isPassedByPerson = state === 'CERTIFIED' && panels.at(-1)?.phase === 'HUMAN';
  return isPassedByPerson ? 'SAFE' : report.reviewResult;
}

function toResult({ state, updatedAt }: SubmissionRow, known: Known | undefined, certificateId: string | null) {
  if (state !== 'CERTIFIED' && state !== 'REJECTED') return null;
  const blocking = state === 'REJECTED' && known !== undefined ? toBlockingFindings(known.report) : [];
  return {
    decision: state,
    certificateId: state === 'CERTIFIED' && certificateId !== null ? CertificateId.parse(certificateId) : null,
    blockingFindings: blocking.length > 0 ? blocking : votedFindings(state, known),
    decidedAt: known?.round.completedAt ?? updatedAt.toISOString(),
  };
}

/** The findings of UNSAFE votes, where the engine alone would not have blocked. */
function votedFindings(state: 'CERTIFIED' | 'REJECTED', known: Known | undefined) {
  if (state === 'CERTIFIED' || known === undefined) return [];
  const votes = known.round.panels.flatMap(({ verdicts }) => verdicts).filter(({ verdict }) => verdict === 'UNSAFE');
  return [...new Map(votes.flatMap(({ findings }) => findings).map((finding) => [finding.id, finding])).values()];
}
