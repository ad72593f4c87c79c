import { newUuidV7, QueueItemId, type QueueKind, type RandomBytes } from '@assay/protocol';
import { type AuditEntry, appendToAuditLog } from './audit-log.service.ts';
import type { AuditLogStore } from './audit-log.store.ts';
import type { QueueStore } from './queue.store.ts';
import type { Decision } from './support.tables.ts';

type NewWork = {
  readonly kind: QueueKind;
  readonly ref: { readonly type: string; readonly id: string };
  /** Higher is sooner. */
  readonly priority: number;
  readonly openedAt: Date;
  readonly dueAt: Date;
};

/** Above every initial priority. */
const TOP_PRIORITY = 1_000;

/**
 * The operator queue and the audit log in one transaction, for other modules. A deciding operator locks the queue item
 * first, so a module that will close an item must lock it before the item's subject.
 */
export function createOperatorQueue(stores: { queue: QueueStore; auditLog: AuditLogStore }, random: RandomBytes) {
  return {
    async add({ ref, ...work }: NewWork): Promise<void> {
      const id = newUuidV7(QueueItemId, work.openedAt.getTime(), random);
      await stores.queue.insert({ id, ...work, refType: ref.type, refId: ref.id, state: 'OPEN', decision: null });
    },
    /** Locks these items until the end of the transaction. */
    hold: (kind: QueueKind, refIds: readonly string[]): Promise<void> => stores.queue.lockByRef(kind, refIds),
    /** Moves an item to the front, because only an operator can decide it. */
    raise: (kind: QueueKind, refId: string): Promise<void> => stores.queue.raise(kind, refId, TOP_PRIORITY),
    /** Closes an item that was settled without an operator's decision. */
    close: (kind: QueueKind, refId: string, outcome: Pick<Decision, 'decision' | 'reason'>, at: Date): Promise<void> =>
      stores.queue.closeByRef(kind, refId, { ...outcome, severity: null, decidedAt: at.toISOString() }),
    log: (entry: AuditEntry, at: Date): Promise<void> => appendToAuditLog(stores.auditLog, entry, at),
  };
}
export type OperatorQueue = ReturnType<typeof createOperatorQueue>;
