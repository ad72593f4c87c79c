import { isTransientError } from '../../platform/jobs/index.ts';
import { type Logger, resumeRequest } from '../../platform/log/index.ts';
import { once } from '../../platform/once.ts';
import type { Lifecycle, SubmissionRow } from '../submissions/index.ts';
import type { CouncilTransaction, InTransaction } from './council.transaction.ts';
import type { Decisions } from './decisions.service.ts';
import type { Escalation } from './escalation.service.ts';
import type { Examination } from './examination.service.ts';
import { nextStep, type Step } from './next-step.policy.ts';
import type { OpenCase } from './open-case.ts';
import type { Openings } from './openings.service.ts';
import type { Panels } from './panels.service.ts';
import type { SeatedPanel } from './panels.store.ts';
import { type CouncilReport, unpackReport } from './reports.ts';
import type { RoundRow } from './rounds.store.ts';
import { type SeatPacks, viewsOf } from './seat-packs.service.ts';
import type { SeatPacksRow } from './seat-packs.store.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly lifecycle: Pick<Lifecycle, 'bundleOf'>;
  readonly openings: Pick<Openings, 'readBundle' | 'appealIn'>;
  readonly examination: Examination;
  readonly panels: Panels;
  readonly seatPacks: Pick<SeatPacks, 'run'>;
  readonly decisions: Decisions;
  readonly escalation: Pick<Escalation, 'abortIn'>;
  readonly clock: { now(): Date };
  readonly log: Logger;
};
type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;
/** A case, read under the lock of its submission. */
type Case = {
  readonly submission: SubmissionRow;
  readonly round: RoundRow | undefined;
  readonly hasReport: boolean;
  readonly panels: readonly SeatedPanel[];
  /** The rule packs that the seats have equipped, and their results. */
  readonly packs: readonly SeatPacksRow[];
};
/** Data that one run of `advance` reads only once: the bundle of a submission and the report of a round. */
type Memory = {
  readonly bundle: () => Promise<SealedBundle>;
  report?: { readonly roundId: string; readonly report: CouncilReport; readonly analyzedAt: Date };
};
/** What follows after the transaction. */
type Outcome =
  | { readonly kind: 'over' }
  | { readonly kind: 'again' }
  | { readonly kind: 'examine'; readonly round: RoundRow }
  | { readonly kind: 'packs'; readonly roundId: string };

const FAILURES_MAX = 3;
const RETRY_BASE_MS = 1_000;
/** A review takes an examination, three panels, a decision and a settlement. Far more transactions mean that steps undo each other. */
const TRANSACTIONS_MAX = 100;
/** Steps that end their transaction, so that their decision stands if the next step fails. Votes share one transaction. */
const ENDING: ReadonlySet<Step['kind']> = new Set<Step['kind']>(['decide', 'settle', 'appeal']);

/** These steps lock the books. Operators lock the books last, so no further lock may follow in the transaction. */
const hasSlashed = (step: Step): boolean =>
  step.kind === 'replace' || (step.kind === 'tally' && step.silentIds.length > 0);

const OVER: Outcome = { kind: 'over' };
const AGAIN: Outcome = { kind: 'again' };

/** Advances submissions. All state is stored, so that a run can be killed, repeated and continued by any process. */
export function createCouncil(deps: Deps) {
  const { inTransaction, lifecycle, openings, examination, panels, seatPacks, decisions, escalation, clock, log } =
    deps;

  /** Runs steps until one has to wait. */
  async function advance(submissionId: string): Promise<void> {
    const memory: Memory = { bundle: once(() => lifecycle.bundleOf(submissionId)) };
    try {
      for (let transactions = 0; transactions < TRANSACTIONS_MAX; transactions++) {
        const outcome = await inTransaction((tx) => stepsIn(tx, submissionId, memory));
        if (outcome.kind === 'over') return;
        if (outcome.kind === 'examine') await examination.run(outcome.round, memory.bundle);
        if (outcome.kind === 'packs') await seatPacks.run(outcome.roundId, memory.bundle);
      }
      throw new Error(`Review of submission ${submissionId} does not come to an end`);
    } catch (error) {
      log.error({ err: error, submissionId }, 'review step failed');
      await inTransaction((tx) => noteFailureIn(tx, submissionId, isTransientError(error)));
    }
  }

  async function stepsIn(tx: CouncilTransaction, submissionId: string, memory: Memory): Promise<Outcome> {
    const submission = await tx.submissions.lock(submissionId);
    if (submission === undefined) return OVER;
    let current = await readCase(tx, submission);
    resumeRequest(current.round?.requestId ?? null);
    for (;;) {
      const { round } = current;
      const step = nextStep(toState(current), clock.now());
      if (step.kind === 'take') {
        const opened = await openings.readBundle(tx, submission);
        current = { submission, round: opened, hasReport: false, panels: [], packs: [] };
        continue;
      }
      if (round === undefined) return OVER;
      if (step.kind === 'rest' || step.kind === 'wait') return restIn(tx, round, step);
      if (step.kind === 'examine') {
        return (await examination.beginIn(tx, round)) ? { kind: 'examine', round } : OVER;
      }
      if (step.kind === 'run-packs') return { kind: 'packs', roundId: round.id };
      const changed = await doIn(tx, step, { ...current, round }, memory);
      // A settled review is over, unless its owner disputes the verdict.
      if (step.kind === 'settle' && submission.state !== 'IN_REVIEW') return OVER;
      if (ENDING.has(step.kind) || hasSlashed(step)) return AGAIN;
      const panels = changed && [...current.panels.slice(0, -1), changed];
      const packs = panels === undefined ? await tx.seatPacks.listOfRound(round.id) : current.packs;
      current = { ...current, packs, panels: panels ?? (await tx.panels.listOfRound(round.id)) };
    }
  }

  /** Nothing to do now: stores the time of the next look. */
  async function restIn(tx: CouncilTransaction, round: RoundRow, step: Step): Promise<Outcome> {
    const dueAt = step.kind === 'wait' ? step.until : null;
    if (round.dueAt?.getTime() !== dueAt?.getTime()) await tx.rounds.setDue(round, dueAt);
    return OVER;
  }

  /** Returns the changed last panel, or undefined if it must be read again. */
  async function doIn(
    tx: CouncilTransaction,
    step: Exclude<Step, { kind: 'rest' | 'wait' | 'take' | 'examine' | 'run-packs' }>,
    current: Case & { readonly round: RoundRow },
    memory: Memory,
  ): Promise<SeatedPanel | undefined> {
    const { round } = current;
    switch (step.kind) {
      case 'draw': {
        const { report } = await reportOf(tx, round, memory);
        if (report.reviewResult === 'UNDECIDED') await decisions.escalateUndecidedIn(tx, round, report);
        else await decisions.drawIn(tx, current, 'PRIMARY');
        return undefined;
      }
      case 'settle':
        await decisions.settleIn(tx, round);
        return undefined;
      case 'appeal':
        await openings.appealIn(tx, current);
        return undefined;
      case 'decide':
        await decisions.decideIn(tx, await toOpenCase(tx, current, memory));
        return undefined;
    }
    const { panel, earlier } = lastOf(current.panels);
    switch (step.kind) {
      case 'commit':
      case 'reveal': {
        const { report } = await reportOf(tx, round, memory);
        const voting = { panel, seatIds: step.seatIds, report, views: viewsOf(current.packs, panel.id) };
        return step.kind === 'commit' ? panels.commitIn(tx, voting) : panels.revealIn(tx, voting);
      }
      case 'open-reveal':
        return panels.openRevealIn(tx, panel);
      case 'replace':
        await panels.replaceIn(tx, { round, panel, silentIds: step.seatIds, earlier });
        return undefined;
      case 'tally':
        return panels.tallyIn(tx, panel, step.silentIds);
    }
  }

  async function toOpenCase(
    tx: CouncilTransaction,
    current: Case & { readonly round: RoundRow },
    memory: Memory,
  ): Promise<OpenCase> {
    return { ...current, ...(await reportOf(tx, current.round, memory)), bundle: memory.bundle };
  }

  /** Aborts a review after repeated failures, but not for transient ones. A decided review is retried until it is settled. */
  async function noteFailureIn(tx: CouncilTransaction, submissionId: string, isPassing: boolean): Promise<void> {
    await tx.submissions.lock(submissionId);
    const round = (await tx.rounds.findLatest(submissionId))?.round;
    if (round?.state !== 'OPEN' && round?.state !== 'DECIDED') return;
    const failures = isPassing ? round.failures : round.failures + 1;
    if (failures >= FAILURES_MAX && round.state === 'OPEN') {
      await tx.rounds.change(round.id, { failures });
      return escalation.abortIn(tx, round, 'The service could not complete the review.');
    }
    const dueAt = new Date(clock.now().getTime() + RETRY_BASE_MS * 2 ** Math.min(failures, 6));
    await tx.rounds.change(round.id, { failures, dueAt });
  }

  return { advance };
}
export type Council = ReturnType<typeof createCouncil>;

async function readCase(tx: CouncilTransaction, submission: SubmissionRow): Promise<Case> {
  const latest = await tx.rounds.findLatest(submission.id);
  if (latest === undefined) return { submission, round: undefined, hasReport: false, panels: [], packs: [] };
  const { round, hasReport } = latest;
  const isVoting = (round.state === 'OPEN' && hasReport) || round.state === 'SETTLED';
  const panels = isVoting ? await tx.panels.listOfRound(round.id) : [];
  const packs = panels.length === 0 ? [] : await tx.seatPacks.listOfRound(round.id);
  return { submission, round, hasReport, panels, packs };
}

function toState({ submission, round, hasReport, panels, packs }: Case) {
  if (round === undefined) return { submission, round };
  const hasWaitingPacks = packs.some(({ runs }) => runs === null);
  return { submission, round: { ...round, hasReport, hasBeacon: round.beacon !== null, hasWaitingPacks, panels } };
}

async function reportOf(tx: CouncilTransaction, round: RoundRow, memory: Memory) {
  // One run can continue with a round that was opened after the previous one ended.
  if (memory.report?.roundId !== round.id) {
    const row = await tx.rounds.findReport(round.id);
    if (row === undefined) throw new Error(`Round ${round.id} has no report`);
    memory.report = { roundId: round.id, report: unpackReport(row), analyzedAt: row.analyzedAt };
  }
  return memory.report;
}

function lastOf(panels: readonly SeatedPanel[]): { panel: SeatedPanel; earlier: readonly SeatedPanel[] } {
  const panel = panels.at(-1);
  if (panel === undefined) throw new Error('A round has no panel');
  return { panel, earlier: panels.slice(0, -1) };
}
