/** Wires the dashboard: a developer's overview, history and data export. */
import type { PlatformServices } from '../../platform/services.ts';
import type { DraftStore, SubmissionStore } from '../submissions/index.ts';
import type { TicketStore } from '../support/index.ts';
import { createAccountExport } from './account-export.service.ts';
import { accountRecordStore } from './account-records.store.ts';
import { bindDashboardRoutes } from './dashboard.routes.ts';
import { createDashboard } from './dashboard.service.ts';
import { dashboardStore } from './dashboard.store.ts';
import type { SourceNewsStore } from './source-news.store.ts';

type Tx = {
  readonly drafts: DraftStore;
  readonly submissions: SubmissionStore;
  readonly tickets: TicketStore;
  readonly sourceNews: SourceNewsStore;
};
type Summary = Parameters<typeof createDashboard>[0];
type Needs = Pick<Summary, 'ownersOf' | 'callerWallets' | 'certificatesOf' | 'readPayment'> &
  Omit<Parameters<typeof createAccountExport>[0], 'submissions' | 'records'>;

export function composeDashboard({ db, stores, clock }: PlatformServices<Tx>, needs: Needs) {
  const { callerWallets, ownersOf, certificatesOf, readPayment, ...kept } = needs;
  const dashboard = createDashboard({
    store: dashboardStore(db),
    callerWallets,
    ownersOf,
    news: stores.sourceNews,
    countDrafts: stores.drafts.countOpen,
    countTickets: stores.tickets.countByState,
    certificatesOf,
    readPayment,
    exportParts: createAccountExport({ ...kept, submissions: stores.submissions, records: accountRecordStore(db) }),
    clock,
  });
  return { routes: bindDashboardRoutes(dashboard) };
}
