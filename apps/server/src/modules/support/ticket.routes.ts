import { ticketRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Tickets } from './tickets.service.ts';

export const bindTicketRoutes = (tickets: Tickets, ticketUrlOf: (id: string) => string) =>
  bindRoutes(ticketRoutes, {
    listTickets: ({ query }, { caller }) => tickets.list(caller.accountId, query),
    openTicket: async ({ body }, { caller }) => {
      const ticket = await tickets.open(caller.accountId, body);
      return new Reply(ticket, { headers: { Location: ticketUrlOf(ticket.id) } });
    },
    readTicket: ({ params }, { caller }) => tickets.get(caller.accountId, params.id),
    replyToTicket: ({ params, body }, { caller }) => tickets.reply(caller.accountId, params.id, body),
  });
