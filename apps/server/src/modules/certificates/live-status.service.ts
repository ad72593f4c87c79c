import { type CertificateId, isValid, LiveStatus, Problem, readingsOf } from '@assay/protocol';
import type { CertificateStore } from './certificates.store.ts';
import type { FlagStore } from './flags.store.ts';
import type { ReadStore } from './reads.store.ts';
import { payloadOf } from './records.service.ts';
import type { ToOnChain } from './verify.record.ts';

type Deps = {
  readonly store: Pick<CertificateStore, 'findCurrent' | 'listStatusChanges'>;
  readonly flags: Pick<FlagStore, 'counts'>;
  readonly reads: Pick<ReadStore, 'usage'>;
  readonly toOnChain: ToOnChain;
  /** The monitoring results since issuance. `isSourced` is true if the source can be monitored. */
  readonly monitoringOf: (id: CertificateId, isSourced: boolean) => Promise<LiveStatus['monitoring']>;
  readonly clock: { now(): Date };
};

/** Everything that changed since issuance, read from the database in this request. */
export function createLiveStatus({ store, flags, reads, toOnChain, monitoringOf, clock }: Deps) {
  return async (id: CertificateId): Promise<LiveStatus> => {
    const [row] = await store.findCurrent([id]);
    if (row === undefined) throw new Problem('certificate_not_found');
    const now = clock.now();
    const payload = payloadOf(row.sealed);
    const { binding, type } = payload.source;
    const isSourced = binding === 'COMMIT' || type === 'chain';
    const [counts, history, usage, monitoring] = await Promise.all([
      flags.counts(id),
      store.listStatusChanges(id),
      reads.usage(id, now),
      monitoringOf(id, isSourced),
    ]);
    const { status, statusReason, statusChangedAt, revoked } = row.state;
    return LiveStatus.parse({
      certificateId: id,
      valid: isValid(status, row.openFlags),
      status,
      statusReason,
      statusChangedAt: statusChangedAt.toISOString(),
      revoked,
      activeFlagCount: row.openFlags,
      instructionsReadBy: readingsOf(payload).instructionsReadBy,
      flags: {
        received: counts.RECEIVED,
        open: counts.OPEN,
        confirmed: counts.CONFIRMED,
        dismissed: counts.DISMISSED,
        withdrawn: counts.WITHDRAWN,
      },
      // A suspended certificate is not monitored: only a new round can lift the suspension.
      monitoring: status === 'SUSPENDED' ? { ...monitoring, nextCheckAt: null } : monitoring,
      views: usage.view,
      verifications: usage.verification,
      copies: usage.copy,
      history: history.map((change) => ({
        status: change.status,
        statusReason: change.statusReason,
        reason: change.note,
        at: change.at.toISOString(),
        logIndex: change.logIndex,
      })),
      onChain: toOnChain(row),
      checkedAt: now.toISOString(),
    });
  };
}
