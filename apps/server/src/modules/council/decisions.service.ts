import { decideRound, isReader } from '@assay/economy/council';
import { Hash32, type ModelReader, Problem, TRACKS_OF, type VerdictValue } from '@assay/protocol';
import type { Certificates } from '../certificates/index.ts';
import { hasGraveWarning, isCriticalReproduced } from '../seats/index.ts';
import { isAgreedReader, type Lifecycle } from '../submissions/index.ts';
import type { OperatorDecided } from '../support/index.ts';
import type { Candidate, SettledSeat, ValidatorPool } from '../validators/index.ts';
import type { CouncilEvents } from './council.events.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import type { Escalation } from './escalation.service.ts';
import type { OpenCase } from './open-case.ts';
import type { Panels } from './panels.service.ts';
import type { PanelRow, SeatedPanel } from './panels.store.ts';
import { toIssueInput } from './payload.ts';
import type { ReAudits } from './re-audit.service.ts';
import { unpackReport } from './reports.ts';
import { hasVerifiedCritical } from './retained.policy.ts';
import { queueReviews } from './review-queue.ts';
import { hasRead, levelOf, reviewersOf } from './reviewers.ts';
import { tallyOf, toRound } from './round.answer.ts';
import { toRoundOver } from './round-over.ts';
import type { RoundRow } from './rounds.store.ts';
import { authorsOf, hasConfirmed } from './seat-packs.service.ts';
import { explainUndecided } from './undecided.policy.ts';
import { findHarmfulOrder, findUnread, type UnreadPolicy } from './unread.policy.ts';

type Deps = {
  readonly lifecycle: Pick<Lifecycle, 'bundleOf'>;
  readonly pool: Pick<ValidatorPool, 'candidatesIn' | 'settleIn'>;
  readonly certificates: Pick<Certificates, 'issueIn'>;
  readonly reAudits: ReAudits;
  readonly escalation: Escalation;
  readonly panels: Pick<Panels, 'drawIn'>;
  readonly events: CouncilEvents;
  /** The configured models. */
  readonly models: readonly ModelReader[];
  /** How unread instructions are handled. */
  readonly unreadPolicy: UnreadPolicy;
  readonly clock: { now(): Date };
};
type DecidedCase = Omit<OpenCase, 'packs'>;
type Ending = { readonly verdict: VerdictValue; readonly by: 'council' | 'operator'; readonly reason: string | null };

const SHORT = 'Too few validators are eligible for this panel.';
const PEOPLE_ONLY = 'only people may read it';
const NOT_AGREED = 'its submitter has not agreed to a model that is configured now';
const WORDS = {
  APPEAL_SPLIT: 'The council did not reach a majority.',
  REPORT_BLOCKS: 'The council voted SAFE although the engine reported a blocking finding.',
  HELD_BY_PERSON: 'The council voted SAFE, but a person suspended these bytes. Only a person can lift the suspension.',
} as const;

/** Ends rounds: by votes or by a person, in a certificate or a rejection, and with the settlement. */
export function createDecisions(deps: Deps) {
  const { lifecycle, pool, certificates, reAudits, escalation, panels, events, models, unreadPolicy, clock } = deps;

  /** Draws a further panel, or hands the round to a person if too few candidates are left. */
  async function drawIn(
    tx: CouncilTransaction,
    open: Pick<OpenCase, 'submission' | 'round' | 'panels'>,
    phase: 'PRIMARY' | 'SECOND' | 'APPEAL',
  ) {
    const { submission, round } = open;
    const everybody = await pool.candidatesIn(tx, {
      tracks: TRACKS_OF[submission.productType],
      owner: submission.owner,
      ownerWallet: submission.ownerWallet,
    });
    const candidates = await withoutUnreadIn(tx, round, await allowedIn(tx, submission.id, everybody));
    if (await panels.drawIn(tx, { round, phase, candidates, earlier: open.panels })) return;
    await escalation.escalateIn(tx, round, 'appeal_undecided', SHORT);
  }

  /** An undecided review neither rejects nor certifies: hosted seats abstain, so a person decides before any panel is drawn. */
  const escalateUndecidedIn = (tx: CouncilTransaction, round: RoundRow, report: OpenCase['report']) =>
    escalation.escalateIn(tx, round, 'appeal_undecided', explainUndecided(report));

  /** A product that only people may read is assigned to no remote validator and to no model. */
  async function allowedIn(tx: CouncilTransaction, id: string, everybody: readonly Candidate[]) {
    const isPeopleOnly = (await tx.submissions.find(id))?.input.isPeopleOnly ?? false;
    return isPeopleOnly ? everybody.filter((each) => each.mode === 'HOSTED' && !isReader(each)) : everybody;
  }

  /** Removes the readers that have not read the bundle. A re-audit reads nothing again, so every model may sit. */
  async function withoutUnreadIn(tx: CouncilTransaction, { id, type }: RoundRow, everybody: readonly Candidate[]) {
    if (type === 'RE_AUDIT' || !everybody.some(isReader)) return everybody;
    const stored = await tx.rounds.findReport(id);
    if (stored === undefined) return everybody.filter((candidate) => !isReader(candidate));
    const report = unpackReport(stored);
    return everybody.filter((candidate) => hasRead(report, candidate));
  }

  /** Decides what follows from the votes so far. */
  async function decideIn(tx: CouncilTransaction, open: OpenCase): Promise<void> {
    const { round, report } = open;
    const tallies = (phase: PanelRow['phase']) => open.panels.filter((panel) => panel.phase === phase).map(tallyOf);
    const [primary] = tallies('PRIMARY');
    if (primary === undefined) throw new Error(`Round ${round.id} has no first panel`);
    const decision = decideRound({
      primary,
      second: tallies('SECOND').at(-1),
      appeal: tallies('APPEAL').at(-1),
      sandboxRiskLevel: report.sandbox.riskLevel,
      hasOpenHighFinding:
        hasGraveWarning(report) || hasVerifiedCritical(seatsOf(open)) || (await isDoubtedIn(tx, open)),
      reportBlocks: report.blocking.length > 0 || hasConfirmed(open.packs, report),
      hasReproducedCritical: isCriticalReproduced(report),
    });
    switch (decision.kind) {
      case 'decided': {
        const unread = decision.verdict === 'SAFE' ? await findUnreadIn(tx, open) : undefined;
        if (unread !== undefined) return escalation.escalateIn(tx, round, 'appeal_undecided', unread);
        if (
          decision.verdict === 'SAFE' &&
          round.type === 'RE_AUDIT' &&
          (await reAudits.isSuspendedByPersonIn(tx, round))
        )
          return escalation.escalateIn(tx, round, 'appeal_undecided', WORDS.HELD_BY_PERSON);
        return endIn(tx, open, { verdict: decision.verdict, by: 'council', reason: null });
      }
      case 'next-panel':
        return drawIn(tx, open, decision.phase);
      case 'human':
        return escalation.escalateIn(tx, round, 'appeal_undecided', WORDS[decision.because]);
    }
  }

  /** Applies the rule for unread products again to bytes that were certified unread, with the findings of the current rules. */
  async function findUnreadIn(tx: CouncilTransaction, open: OpenCase): Promise<string | undefined> {
    if (open.round.type === 'RE_AUDIT' && (await reAudits.isUnreadIn(tx, open.round)))
      return findHarmfulOrder(open.report);
    const { input } = await open.bundle();
    if (input.isPeopleOnly) return findUnread(open, 'person', [PEOPLE_ONLY]);
    const isWithheld = models.some((model) => !isAgreedReader(input, model));
    return isWithheld ? findUnread(open, 'person', [NOT_AGREED]) : findUnread(open, unreadPolicy);
  }

  /** Whether a flag would send this round to a person. Models without a seat then review it first. */
  async function isDoubtedIn(tx: CouncilTransaction, { round, panels, bundle }: OpenCase): Promise<boolean> {
    if (round.type !== 'RE_AUDIT' || !panels.some(({ candidates }) => candidates.some(isReader))) return false;
    return reAudits.isDoubtedIn(tx, round, (await bundle()).files);
  }

  /** Ends the round: verdict, certificate or rejection, and submission state change in one transaction. */
  async function endIn(tx: CouncilTransaction, open: DecidedCase, { verdict, by, reason }: Ending): Promise<void> {
    const { round } = open;
    const now = clock.now();
    const change = {
      state: 'DECIDED',
      decision: verdict,
      securityLevel: verdict === 'SAFE' ? levelOf(open) : open.report.securityLevel,
      reason,
      completedAt: now,
      dueAt: now,
    } as const;
    const decided: RoundRow = { ...round, ...change };
    await tx.rounds.change(round.id, change);
    if (round.type === 'RE_AUDIT') {
      const files = async () => (await open.bundle()).files;
      await reAudits.endIn(tx, { round, verdict, by, reason, report: open.report, seats: seatsOf(open), files });
    } else if (verdict === 'SAFE') await certificates.issueIn(tx, await toIssue({ ...open, round: decided }));
    await tx.publish(toRoundOver(round, { verdict, by }, reason));
  }

  async function toIssue({ round, panels, report, analyzedAt, bundle }: DecidedCase) {
    const reviewers = reviewersOf({ report, panels });
    return toIssueInput({
      ...(await bundle()),
      report,
      reviewers,
      round: toRound({ round, panels, report, analyzedAt }),
    });
  }

  /** Carries out an operator's decision inside the transaction that records it. */
  async function decideByOperator(tx: CouncilTransaction, { ref, verdict }: OperatorDecided): Promise<void> {
    const { id: roundId } = ref;
    const { decision, reason } = verdict;
    const known = await tx.rounds.find(roundId);
    const submission = known === undefined ? undefined : await tx.submissions.lock(known.submissionId);
    const round = await tx.rounds.find(roundId);
    if (round?.state !== 'ESCALATED' || submission === undefined)
      throw new Error(`Round ${roundId} is on the queue but not escalated`);
    const stored = await tx.rounds.findReport(roundId);
    const human = (await tx.panels.listOfRound(roundId)).findLast(({ phase }) => phase === 'HUMAN');
    if (human !== undefined) await tx.panels.change(human.id, { state: 'TALLIED' });
    if (stored === undefined) return endUnexaminedIn(tx, { round, submission }, decision, reason);
    const panels = await tx.panels.listOfRound(roundId);
    const bundle = () => lifecycle.bundleOf(submission.id);
    const open = { submission, round, panels, report: unpackReport(stored), analyzedAt: stored.analyzedAt, bundle };
    await endIn(tx, open, { verdict: decision === 'SAFE' ? 'SAFE' : 'UNSAFE', by: 'operator', reason });
    await queueReviews(tx, [submission.id]);
  }

  /** The engine never completed a review of these bytes. */
  async function endUnexaminedIn(
    tx: CouncilTransaction,
    { round, submission }: Pick<OpenCase, 'round' | 'submission'>,
    decision: string,
    reason: string,
  ): Promise<void> {
    if (decision === 'SAFE') {
      const detail = 'cannot be SAFE: the engine has not finished a review of these bytes';
      throw new Problem('validation_failed', { errors: [{ pointer: '/decision', detail }] });
    }
    const now = clock.now();
    await tx.rounds.change(round.id, { state: 'DECIDED', decision: 'UNSAFE', reason, completedAt: now, dueAt: now });
    if (round.type === 'RE_AUDIT') {
      const files = async () => (await lifecycle.bundleOf(submission.id)).files;
      await reAudits.endIn(tx, {
        round,
        verdict: 'UNSAFE',
        by: 'operator',
        reason,
        report: undefined,
        seats: [],
        files,
      });
    }
    await tx.publish(toRoundOver(round, { verdict: 'UNSAFE', by: 'operator' }, reason));
    await queueReviews(tx, [submission.id]);
  }

  /** Pays the seats and publishes their votes. A repeated call pays nothing more: the round's state and the ledger prevent it. */
  async function settleIn(tx: CouncilTransaction, round: RoundRow): Promise<void> {
    const { id, submissionId, beacon, decision } = round;
    if (decision === null) throw new Error(`Round ${id} is not decided yet`);
    const sat = await tx.panels.listOfRound(id);
    const seed = beacon === null ? null : Hash32.parse(beacon.seed);
    const submission = await tx.submissions.lock(submissionId);
    if (submission === undefined) throw new Error(`Submission ${submissionId} not found`);
    const [track] = TRACKS_OF[submission.productType];
    const seats = sat.flatMap(toSettledSeats);
    const pluginAuthors = decision === 'UNSAFE' ? await pluginAuthorsIn(tx, round, seats) : [];
    const settledIds = await pool.settleIn(tx, { id, submissionId, track, seed, decision, seats, pluginAuthors });
    await tx.rounds.change(id, { state: 'SETTLED', dueAt: null });
    for (const panel of sat) await events.revealedIn(tx, panel, settledIds);
    await events.settledIn(tx, id, decision);
  }

  /** The authors of the rules that the rejection is based on. */
  async function pluginAuthorsIn(
    tx: CouncilTransaction,
    { id }: RoundRow,
    seats: readonly SettledSeat[],
  ): Promise<string[]> {
    const rows = await tx.seatPacks.listOfRound(id);
    const stored = rows.length === 0 ? undefined : await tx.rounds.findReport(id);
    if (stored === undefined) return [];
    const unsafe = new Set(seats.filter(({ verdict }) => verdict === 'UNSAFE').map((seat) => seat.id));
    return authorsOf(rows, unsafe, unpackReport(stored));
  }

  return { drawIn, escalateUndecidedIn, decideIn, decideByOperator, settleIn };
}
export type Decisions = ReturnType<typeof createDecisions>;

const seatsOf = ({ panels }: Pick<OpenCase, 'panels'>) => panels.flatMap(({ seats }) => seats);

const toSettledSeats = ({ id: panelId, seats }: SeatedPanel): SettledSeat[] =>
  seats.map(({ id, validatorId, verdict, findings }) => ({
    id,
    panelId,
    validatorId,
    verdict,
    findingIds: (findings ?? []).map((finding) => finding.id),
    hasReproduced: (findings ?? []).some((finding) => finding.reproduced),
  }));
