/** Wires support: the operator queue, and the tickets of developers. */
import { routes as declared } from '@assay/protocol';
import type { PlatformServices } from '../../platform/services.ts';
import { createSubjects } from './subjects.service.ts';
import { subjectStore } from './subjects.store.ts';
import { bindSupportRoutes } from './support.routes.ts';
import { createSupport, type SupportTransaction } from './support.service.ts';
import { bindTicketRoutes } from './ticket.routes.ts';
import { createTickets, type TicketTransaction } from './tickets.service.ts';

type Tx = SupportTransaction & TicketTransaction;

export function composeSupport({ db, stores, inTransaction, urlOf, random, clock }: PlatformServices<Tx>) {
  const linkTo = (route: { readonly path: string }, id: string | null) => (id === null ? null : urlOf(route, id));
  const subjects = createSubjects({
    store: subjectStore(db),
    linksOf: ({ submissionId, roundId, certificateId }) => ({
      bundle: linkTo(declared.readSealedBundle, submissionId),
      report: linkTo(declared.readRoundReport, roundId),
      certificate: linkTo(declared.readCertificate, certificateId),
    }),
  });
  const support = createSupport({ stores, inTransaction, describe: subjects.describe, clock });
  const tickets = createTickets({ store: stores.tickets, inTransaction, random, clock });
  return {
    support,
    tickets,
    routes: [
      ...bindSupportRoutes(support, subjects),
      ...bindTicketRoutes(tickets, (id) => urlOf(declared.readTicket, id)),
    ],
    handles: { 'operator.decided-ticket': tickets.decide, 'account.closing': tickets.forget },
  };
}
