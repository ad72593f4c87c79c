/** Wires support: the operator's desk, and the tickets of developers. */
import { routes as declared } from '@assay/protocol';
import type { PlatformServices } from '../../platform/services.ts';
import type { SupportEvent } from './support.published.ts';
import { bindSupportRoutes } from './support.routes.ts';
import { createSupport, type SupportStores } from './support.service.ts';
import { bindTicketRoutes } from './ticket.routes.ts';
import { createTickets, type TicketTransaction } from './tickets.service.ts';

type Tx = SupportStores & TicketTransaction & { readonly publish: (event: SupportEvent) => Promise<void> };

export function composeSupport({ stores, inTransaction, urlOf, random, clock }: PlatformServices<Tx>) {
  const support = createSupport({ stores, inTransaction, clock });
  const tickets = createTickets({ store: stores.tickets, inTransaction, random, clock });
  return {
    support,
    tickets,
    routes: [...bindSupportRoutes(support), ...bindTicketRoutes(tickets, (id) => urlOf(declared.readTicket, id))],
    hears: { 'operator.decided-ticket': tickets.decide, 'account.closing': tickets.forget },
  };
}
