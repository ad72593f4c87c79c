import type { Logger } from '../../platform/log/index.ts';
import type { FlagDecisions, FlagRow, FlagStore } from '../certificates/index.ts';
import { needsPerson, type Openings } from '../council/index.ts';
import type { Lifecycle } from '../submissions/index.ts';
import type { EndpointCheck } from './endpoint.check.ts';
import type { InTransaction, MonitoringTransaction } from './monitoring.transaction.ts';
import type { MonitoringStore } from './monitorings.store.ts';
import { reviewAgainIn } from './re-review.ts';
import type { ReplayCheck } from './replay.check.ts';
import { decideScreening, type Screening } from './screening.policy.ts';
import type { SourceCheck } from './source.check.ts';

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;
type Deps = {
  readonly flags: Pick<FlagStore, 'takeDue'>;
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

/** A flag that takes longer is taken over by somebody else. The target for a screening is as long. */
const LEASE_MS = 60_000;
const BATCH = 4;
const PERSON: Screening = { kind: 'person' };

/**
 * What workers do about flags: one that was received is screened, an open one gets a new round about the certified
 * bytes, whose end decides it. Killed anywhere, it is done again by another, and has one effect.
 */
export function createFlagWork(deps: Deps) {
  const { flags, findBundle, monitorings, checks, decisions, openings, inTransaction, clock, log } = deps;

  /** Says how many flags were due. */
  async function work(): Promise<number> {
    const now = clock.now();
    const due = await flags.takeDue(now, new Date(now.getTime() + LEASE_MS), BATCH);
    await Promise.all(due.map(attend));
    return due.length;
  }

  async function attend(flag: FlagRow): Promise<void> {
    try {
      const bundle = await findBundle(flag.certificateId);
      if (flag.state === 'OPEN') return await inTransaction((tx) => triageIn(tx, flag, bundle?.submission.id));
      const screening = bundle === undefined ? PERSON : await screen(flag, bundle);
      await inTransaction((tx) => applyIn(tx, flag, screening));
    } catch (error) {
      log.error({ err: error, flagId: flag.id }, 'a flag could not be looked at');
    }
  }

  /** A stranger's flag makes us fetch only what it is about. */
  async function screen({ category, evidence, certificateId }: FlagRow, bundle: SealedBundle): Promise<Screening> {
    const { input, files, bundleSha256 } = bundle;
    const { source, entryPath } = input;
    return decideScreening({
      replay: await checks.replay(bundle),
      isSourceChanged:
        category === 'SOURCE_MISMATCH' && (await checks.source({ source, entryPath, bundleSha256 })).kind === 'changed',
      isEndpointChanged: category === 'ENDPOINT_CHANGED' && (await isEndpointChanged(certificateId, bundle)),
      needsPerson: needsPerson(evidence, files),
    });
  }

  async function isEndpointChanged(certificateId: string, { input }: SealedBundle): Promise<boolean> {
    const seen = await monitorings.find(certificateId);
    const answered = seen?.checks.some(({ kind, result }) => kind === 'ENDPOINT_PROBE' && result === 'PASSED');
    if (!input.mayProbe || answered !== true) return false;
    return (await checks.endpoints(input.manifest.declaredEndpoints)).some(({ kind }) => kind === 'elsewhere');
  }

  async function applyIn(tx: MonitoringTransaction, { id }: FlagRow, screening: Screening): Promise<void> {
    const flag = await tx.flags.lock(id);
    if (flag?.state !== 'RECEIVED') return; // somebody decided it meanwhile
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
    if (isDone) await tx.flags.rest(id);
  }

  return { work };
}
export type FlagWork = ReturnType<typeof createFlagWork>;
