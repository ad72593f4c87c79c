import { type Manifest, type RoundType, toRunIdentity } from '@assay/protocol';
import { createLeaseRenewal } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Lifecycle } from '../submissions/index.ts';
import type { CouncilTransaction, InTransaction } from './council.transaction.ts';
import type { Escalation } from './escalation.service.ts';
import type { ReadingCost } from './reading-cost.ts';
import { type CouncilReport, packReport } from './reports.ts';
import type { RoundRow, RoundStore } from './rounds.store.ts';

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;
/** A fault is a failure of the engine on these bytes. Every other failure is thrown. */
export type Examined =
  | { readonly kind: 'report'; readonly report: CouncilReport; readonly observedManifest: Manifest }
  | { readonly kind: 'fault'; readonly reason: string };
export type Examine = (bundle: SealedBundle) => Promise<Examined>;
/** Runs the engine, and the reading models if any are configured. */
export type Read = (
  bundle: SealedBundle,
  type: RoundType,
) => Promise<Examined & { readonly usage: ReadingCost | null }>;

type Deps = {
  readonly inTransaction: InTransaction;
  readonly lifecycle: Pick<Lifecycle, 'bundleOf' | 'moveIn'>;
  readonly rounds: Pick<RoundStore, 'keepAhead'>;
  readonly escalation: Pick<Escalation, 'escalateIn' | 'abortIn'>;
  readonly read: Read;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

const EXAMINATIONS_MAX = 3;
/** Another process takes over the bundle of a dead process after this time. */
const LEASE_MS = 3_000;
const RENEW_EVERY_MS = 1_000;

/** The engine and sandbox run that a round is based on. It takes long, so no transaction is open meanwhile. */
export function createExamination(deps: Deps) {
  const { inTransaction, lifecycle, rounds, escalation, read, clock, log } = deps;
  let isStopped = false;

  const leaseEnd = (): Date => new Date(clock.now().getTime() + LEASE_MS);
  const leases = createLeaseRenewal({
    renew: (ids) => rounds.keepAhead(ids, leaseEnd()),
    everyMs: RENEW_EVERY_MS,
    log,
  });

  /** Starts the examination, or repeats an unfinished one. False after too many attempts. */
  async function beginIn(tx: CouncilTransaction, round: RoundRow): Promise<boolean> {
    if (round.examinations >= EXAMINATIONS_MAX) {
      await escalation.abortIn(tx, round, 'The engine run could not be completed.');
      return false;
    }
    await tx.rounds.change(round.id, { examinations: round.examinations + 1, dueAt: leaseEnd() });
    return true;
  }

  /** Runs the engine and stores its result, unless another run was first. */
  const run = (round: RoundRow, bundle: () => Promise<SealedBundle>): Promise<void> =>
    leases.during(round.id, async () => {
      const examined = await read(await bundle(), round.type);
      if (examined.kind === 'fault' && isStopped) return; // the shutdown caused this fault
      await inTransaction((tx) => recordIn(tx, round, examined));
    });

  async function recordIn(
    tx: CouncilTransaction,
    { id: roundId, submissionId }: RoundRow,
    examined: Awaited<ReturnType<Read>>,
  ): Promise<void> {
    await tx.submissions.lock(submissionId);
    const round = await getRound(tx, roundId);
    if (round.state !== 'OPEN') return;
    if (examined.kind === 'report') {
      const { report, observedManifest } = examined;
      const { rulesetDigest } = toRunIdentity(report);
      const packed = packReport({ ...report, observedManifest });
      const row = { roundId, report: packed, rulesetDigest, analyzedAt: clock.now() };
      if (!(await tx.rounds.insertReport(row))) return;
      await tx.rounds.change(roundId, { dueAt: leaseEnd(), readingUsage: examined.usage });
      await lifecycle.moveIn(tx, submissionId, 'sandboxed', null);
      return;
    }
    log.warn({ roundId, examinations: round.examinations, reason: examined.reason }, 'engine failed on a bundle');
    if (round.examinations < EXAMINATIONS_MAX) return tx.rounds.change(roundId, { dueAt: clock.now() });
    await escalation.escalateIn(tx, round, 'engine_faulted', 'The engine failed three times on this bundle.');
  }

  return {
    beginIn,
    run,
    /** From now on, a fault is caused by the shutdown and does not count. */
    stop(): void {
      isStopped = true;
    },
  };
}
export type Examination = ReturnType<typeof createExamination>;

async function getRound(tx: CouncilTransaction, id: string): Promise<RoundRow> {
  const round = await tx.rounds.find(id);
  if (round === undefined) throw new Error(`Round ${id} not found`);
  return round;
}
