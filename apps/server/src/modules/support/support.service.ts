import { Problem, QUEUE_DECISIONS, QueueItem, QueueItemId, type QueueKind, type QueueQuery } from '@assay/protocol';
import { z } from 'zod';
import { type ByOperator, type OperatorStore, operatorNameOf } from '../../platform/auth/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import { type AuditEntry, appendToAuditLog, listAuditLog } from './audit-log.service.ts';
import type { AuditLogStore } from './audit-log.store.ts';
import type { QueueRow, QueueStore } from './queue.store.ts';
import type { Subjects } from './subjects.service.ts';
import { DECIDED, type DecidableKind, type SupportEvent, type Verdict } from './support.published.ts';

type SupportStores = { readonly queue: QueueStore; readonly auditLog: AuditLogStore };

export type SupportTransaction = SupportStores & {
  readonly operators: Pick<OperatorStore, 'list'>;
  readonly publish: (event: SupportEvent) => Promise<void>;
};
type Deps = {
  readonly stores: SupportStores;
  readonly inTransaction: <T>(work: (tx: SupportTransaction) => Promise<T>) => Promise<T>;
  readonly describe: Subjects['describe'];
  readonly clock: { now(): Date };
};
type Paging = { readonly limit: number; readonly cursor?: string | undefined };

const Position = z.tuple([z.int32(), CURSOR_KEYS.moment, QueueItemId]);

/** The operator queue, its decisions, and the audit log. */
export function createSupport({ stores, inTransaction, describe, clock }: Deps) {
  async function listQueue(query: QueueQuery) {
    const now = clock.now();
    const from = query.cursor === undefined ? undefined : readCursor(Position, query.cursor, now);
    const after = from === undefined ? undefined : { priority: from[0], openedAt: new Date(from[1]), id: from[2] };
    const rows = await stores.queue.list({ after, kind: query.kind, state: query.state, limit: query.limit + 1 });
    const { page, nextCursor } = toPage(rows, query.limit, now, (last) => [
      last.priority,
      last.openedAt.toISOString(),
      last.id,
    ]);
    return {
      items: await Promise.all(page.map(toItem)),
      nextCursor,
    };
  }

  const toItem = async (row: QueueRow): Promise<QueueItem> => toQueueItem(row, await describe(row));

  /** The act, the queue and the audit log change in one transaction. */
  async function decide(id: string, verdict: Verdict, { caller, requestId }: ByOperator): Promise<QueueItem> {
    const decided = await inTransaction(async (tx) => {
      const item = await tx.queue.lock(id);
      if (item === undefined) throw new Problem('queue_item_not_found');
      const isTaking = verdict.decision === 'TAKE';
      if (item.state === 'DECIDED' || (isTaking && item.state === 'TAKEN')) throw new Problem('queue_item_decided');
      const allowed: readonly string[] = QUEUE_DECISIONS[item.kind];
      const { kind } = item;
      if (!isDecidable(kind) || !allowed.includes(verdict.decision)) {
        const detail = `must be one of ${allowed.join(', ')} for ${item.kind}`;
        throw new Problem('validation_failed', { errors: [{ pointer: '/decision', detail }] });
      }
      const actor = operatorNameOf(caller);
      if (kind === 'APPEAL') await requireOtherOperator(tx, item, actor);
      await tx.publish({ type: DECIDED[kind], ref: { type: item.refType, id: item.refId }, verdict });
      const at = clock.now();
      const decision = { ...verdict, severity: verdict.severity ?? null, decidedAt: at.toISOString(), by: actor };
      const entry: AuditEntry = {
        actor,
        action: `${item.kind.toLowerCase()}.${verdict.decision.toLowerCase()}`,
        subjectType: item.refType,
        subjectId: item.refId,
        detail: { reason: verdict.reason, severity: verdict.severity ?? null, queueItemId: item.id },
        requestId,
      };
      await appendToAuditLog(tx.auditLog, entry, at);
      return tx.queue.decide(id, isTaking ? 'TAKEN' : 'DECIDED', decision);
    });
    return toItem(decided);
  }

  /** An operator cannot decide the appeal of their own decision if another operator can. */
  async function requireOtherOperator(tx: SupportTransaction, { refId }: QueueRow, actor: string): Promise<void> {
    if ((await tx.queue.findDecider('ABUSE', refId)) !== actor) return;
    const others = (await tx.operators.list()).filter(
      (one) => one.removedAt === null && one.role !== 'reader' && operatorNameOf(one) !== actor,
    );
    if (others.length > 0)
      throw new Problem('two_person_rule', { reason: 'another operator decides the appeal of your decision' });
  }

  return { listQueue, decide, listAuditLog: (query: Paging) => listAuditLog(stores.auditLog, query, clock.now()) };
}
export type Support = ReturnType<typeof createSupport>;

const isDecidable = (kind: QueueKind): kind is DecidableKind => kind in DECIDED;

const toQueueItem = (row: QueueRow, subject: z.input<typeof QueueItem>['subject']): QueueItem =>
  QueueItem.parse({
    id: row.id,
    kind: row.kind,
    ref: { type: row.refType, id: row.refId },
    priority: row.priority,
    openedAt: row.openedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    state: row.state,
    subject,
  });
