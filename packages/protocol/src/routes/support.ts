import { z } from 'zod';
import { TicketId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf } from '../wire/common.ts';
import { Ticket, TicketListItem, TicketQuery, TicketReply, TicketRequest } from '../wire/developer.ts';

const own = { plane: 'developer', access: 'dev', rate: 'dev', cache: 'private' } as const;
const one = z.object({ id: TicketId });

/** Support tickets from developers. */
export const ticketRoutes = {
  listTickets: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/support/tickets',
    summary: 'List support tickets, most recently changed first',
    query: TicketQuery,
    status: 200,
    answer: listOf(TicketListItem),
    errors: ['cursor_expired'],
  },
  openTicket: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/support/tickets',
    summary: 'Open a support ticket',
    body: TicketRequest,
    bodyLimit: 'small',
    status: 201,
    answer: Ticket,
    errors: ['ticket_limit_reached'],
  },
  readTicket: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/support/tickets/:id',
    summary: 'Read a support ticket with its messages',
    params: one,
    status: 200,
    answer: Ticket,
    errors: ['ticket_not_found'],
  },
  replyToTicket: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/support/tickets/:id/reply',
    summary: 'Reply to a support ticket or close it',
    description: 'A reply within 30 days reopens a closed ticket.',
    params: one,
    body: TicketReply,
    bodyLimit: 'small',
    status: 200,
    answer: Ticket,
    errors: ['ticket_not_found', 'ticket_limit_reached'],
  },
} as const satisfies RouteTable;
