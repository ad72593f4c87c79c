import type { RandomBytes } from '@assay/protocol';
import type { Database } from '../../platform/db/index.ts';
import { auditLogStore } from './audit-log.store.ts';
import { createOperatorQueue } from './operator-queue.ts';
import { QUEUE_TOPIC, queueStore } from './queue.store.ts';
import { ticketStore } from './tickets.store.ts';

export { checkAuditLog } from './audit-log.service.ts';
export type { OperatorQueue } from './operator-queue.ts';
export type { QueueStore } from './queue.store.ts';
export type { OperatorDecided, SupportEvent } from './support.published.ts';
export type { Support } from './support.service.ts';
export type { Tickets } from './tickets.service.ts';
export type { TicketStore } from './tickets.store.ts';
export { auditLogStore, QUEUE_TOPIC };

/** The stores of this module on a pool or a transaction. */
export function supportStores(handle: Database, random: RandomBytes) {
  const queue = queueStore(handle);
  const auditLog = auditLogStore(handle);
  return {
    queue,
    auditLog,
    operatorQueue: createOperatorQueue({ queue, auditLog }, random),
    tickets: ticketStore(handle),
  };
}
