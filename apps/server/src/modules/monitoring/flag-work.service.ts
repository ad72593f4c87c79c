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
  /** The certified bytes; undefined when they are not kept here. */
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

/** A process that died over a flag is followed by another after this long. */
const LEASE_MS = 3_000;
const RENEW_EVERY_MS = 1_000;
/** When to look again at a flag that could not be dealt with. */
const AGAIN_AFTER_MS = 60_000;
/** A round that has not decided by then is not waited for alone. */
const TRIAGE_PATIENCE_MS = 3_600_000;
const BATCH = 4;
const PERSON: Screening = { kind: 'person' };

/**
 * What workers do about flags: one that was received is screened, an open one gets a new round about the certified
 * bytes, whose end decides it. Killed anywhere, it is done again by another, and has one effect.
 */
export function createFlagWork(deps: Deps) {
  const { flags, findBundle, monitorings, checks, decisions, openings, inTransaction, clock, log } = deps;

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const leases = createLeaseRenewal({
    renew: (ids) => flags.keep(ids, 'RECEIVED', inMs(LEASE_MS)),
    everyMs: RENEW_EVERY_MS,
    log,
  });

  /** Says how many flags were due. */
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
      // Without it the flag is due as soon as its lease ends.
      await flags.keep([flag.id], flag.state, inMs(AGAIN_AFTER_MS)).catch(() => undefined);
    }
  }

  async function triage(flag: FlagRow): Promise<void> {
    const bundle = await findBundle(flag.certificateId);
    await inTransaction((tx) => triageIn(tx, flag, bundle?.submission.id));
  }

  /** The lease is not renewed while the outcome is stored: that would wait for the row which is held for it. */
  async function screen(flag: FlagRow): Promise<void> {
    const screening = await leases.during(flag.id, async () => {
      const bundle = await findBundle(flag.certificateId);
      return bundle === undefined ? PERSON : weigh(flag, bundle);
    });
    await inTransaction((tx) => applyIn(tx, flag, screening));
  }

  /** A stranger's flag makes us fetch only what it is about. */
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
    await tx.desk.hold('FLAG', [id]); // before the flag, as an operator does
    const flag = await tx.flags.lock(id);
    if (flag?.state !== 'RECEIVED') return; // decided meanwhile
    if (screening.kind === 'open') return decisions.openIn(tx, flag, screening);
    if (screening.kind === 'dismiss') return decisions.dismissIn(tx, flag, screening);
    await tx.flags.rest(id);
  }

  /** While a round about the same bytes is not over it is left alone: the end of that one decides this flag too. */
  async function triageIn(tx: MonitoringTransaction, { id }: FlagRow, submissionId: string | undefined): Promise<void> {
    // In the order in which the end of a round locks them.
    if (submissionId !== undefined) await tx.submissions.lock(submissionId);
    const flag = await tx.flags.lock(id);
    if (flag?.state !== 'OPEN') return;
    const { certificateId } = flag;
    const cause = { certificateId, reason: `Flag ${id} is open.` };
    const isDone = submissionId === undefined || (await reviewAgainIn(tx, openings, { ...cause, submissionId }));
    if (isDone) return tx.flags.rest(id);
    if (clock.now().getTime() - flag.openedAt.getTime() > TRIAGE_PATIENCE_MS) await tx.desk.raise('FLAG', id);
    await tx.flags.keep([id], 'OPEN', inMs(AGAIN_AFTER_MS));
  }

  return { work };
}
export type FlagWork = ReturnType<typeof createFlagWork>;
