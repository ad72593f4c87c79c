import { createLeaseRenewal } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { FlagDecisions, FlagRow, FlagStore } from '../certificates/index.ts';
import { needsPerson, type Openings } from '../council/index.ts';
import type { Lifecycle } from '../submissions/index.ts';
import type { EndpointCheck } from './endpoint.check.ts';
import { isChanged } from './monitoring.policy.ts';
import type { InTransaction, MonitoringTransaction } from './monitoring.transaction.ts';
import type { MonitoringStore } from './monitorings.store.ts';
import { reviewAgainIn } from './re-review.ts';
import type { ReplayCheck } from './replay.check.ts';
import { decideScreening, type Screening } from './screening.policy.ts';
import { type SourceCheck, toSourced } from './source.check.ts';

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;
type Deps = {
  readonly flags: Pick<FlagStore, 'takeDue' | 'keep'>;
  /** The certified bytes; undefined if this service does not store them. */
  readonly findBundle: (certificateId: string) => Promise<SealedBundle | undefined>;
  readonly monitorings: Pick<MonitoringStore, 'find'>;
  readonly checks: {
    readonly source: SourceCheck;
    readonly endpoints: EndpointCheck;
    readonly replay: ReplayCheck;
  };
  readonly decisions: Pick<FlagDecisions, 'openIn' | 'dismissIn'>;
  readonly openings: Pick<Openings, 'reAuditIn'>;
  readonly inTransaction: InTransaction;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

/** Another process takes over the flag of a dead process after this time. */
const LEASE_MS = 3_000;
const RENEW_EVERY_MS = 1_000;
/** Delay before an unfinished flag is processed again. */
const AGAIN_AFTER_MS = 60_000;
/** After this time without a decided round, the flag also goes to a person. */
const TRIAGE_PATIENCE_MS = 3_600_000;
const BATCH = 4;
const PERSON: Screening = { kind: 'person' };

/**
 * Processes flags in workers: a received flag is screened, and an open flag gets a new round about the certified bytes, whose
 * end decides it. After a crash another worker repeats the step, which takes effect once.
 */
export function createFlagWork(deps: Deps) {
  const { flags, findBundle, monitorings, checks, decisions, openings, inTransaction, clock, log } = deps;

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const leases = createLeaseRenewal({
    renew: (ids) => flags.keep(ids, 'RECEIVED', inMs(LEASE_MS)),
    everyMs: RENEW_EVERY_MS,
    log,
  });

  /** Returns the number of due flags. */
  async function work(): Promise<number> {
    const due = await flags.takeDue(clock.now(), inMs(LEASE_MS), BATCH);
    await Promise.all(due.map(attend));
    return due.length;
  }

  async function attend(flag: FlagRow): Promise<void> {
    try {
      await (flag.state === 'OPEN' ? triage(flag) : screen(flag));
    } catch (error) {
      log.error({ err: error, flagId: flag.id }, 'processing a flag failed');
      // If this fails, the flag is due when its lease ends.
      await flags.keep([flag.id], flag.state, inMs(AGAIN_AFTER_MS)).catch(() => undefined);
    }
  }

  async function triage(flag: FlagRow): Promise<void> {
    const bundle = await findBundle(flag.certificateId);
    await inTransaction((tx) => triageIn(tx, flag, bundle?.submission.id));
  }

  /** The lease is not renewed while the outcome is stored, because the renewal would wait for the locked row. */
  async function screen(flag: FlagRow): Promise<void> {
    const screening = await leases.during(flag.id, async () => {
      const bundle = await findBundle(flag.certificateId);
      return bundle === undefined ? PERSON : weigh(flag, bundle);
    });
    await inTransaction((tx) => applyIn(tx, flag, screening));
  }

  /** Fetches only what the flag is about, because anyone can report a flag. */
  async function weigh({ category, evidence, certificateId }: FlagRow, bundle: SealedBundle): Promise<Screening> {
    return decideScreening({
      replay: await checks.replay(bundle),
      isSourceChanged: category === 'SOURCE_MISMATCH' && isChanged(await checks.source(toSourced(bundle))),
      isEndpointChanged: category === 'ENDPOINT_CHANGED' && (await isEndpointChanged(certificateId, bundle)),
      needsPerson: needsPerson(evidence, bundle.files),
    });
  }

  async function isEndpointChanged(certificateId: string, { input }: SealedBundle): Promise<boolean> {
    const seen = await monitorings.find(certificateId);
    const answered = seen?.checks.some(({ kind, result }) => kind === 'ENDPOINT_PROBE' && result === 'PASSED');
    if (!input.mayProbe || answered !== true) return false;
    return (await checks.endpoints(input.manifest.declaredEndpoints)).some(({ kind }) => kind === 'elsewhere');
  }

  async function applyIn(tx: MonitoringTransaction, { id }: FlagRow, screening: Screening): Promise<void> {
    await tx.operatorQueue.hold('FLAG', [id]); // before the flag, in the lock order of operators
    const flag = await tx.flags.lock(id);
    if (flag?.state !== 'RECEIVED') return; // decided meanwhile
    if (screening.kind === 'open') return decisions.openIn(tx, flag, screening);
    if (screening.kind === 'dismiss') return decisions.dismissIn(tx, flag, screening);
    await tx.flags.rest(id);
  }

  /** Waits while a round about the same bytes is not over, because its end decides this flag too. */
  async function triageIn(tx: MonitoringTransaction, { id }: FlagRow, submissionId: string | undefined): Promise<void> {
    // Locks in the same order as the end of a round.
    if (submissionId !== undefined) await tx.submissions.lock(submissionId);
    const flag = await tx.flags.lock(id);
    if (flag?.state !== 'OPEN') return;
    const { certificateId } = flag;
    const cause = { certificateId, reason: `Flag ${id} is open.` };
    const isDone = submissionId === undefined || (await reviewAgainIn(tx, openings, { ...cause, submissionId }));
    if (isDone) return tx.flags.rest(id);
    if (clock.now().getTime() - flag.openedAt.getTime() > TRIAGE_PATIENCE_MS) await tx.operatorQueue.raise('FLAG', id);
    await tx.flags.keep([id], 'OPEN', inMs(AGAIN_AFTER_MS));
  }

  return { work };
}
export type FlagWork = ReturnType<typeof createFlagWork>;
