export { checkAuditLog } from './audit-log.service.ts';
export { type AuditLogStore, auditLogStore } from './audit-log.store.ts';
export { createDesk, type Desk } from './desk.ts';
export { type QueueStore, queueStore } from './queue.store.ts';
export { bindSupportRoutes } from './support.routes.ts';
export { createSupport, type Support, type Verdict } from './support.service.ts';
export { bindTicketRoutes } from './ticket.routes.ts';
export { createTickets, type Tickets, type TicketTransaction } from './tickets.service.ts';
export { type TicketStore, ticketStore } from './tickets.store.ts';
