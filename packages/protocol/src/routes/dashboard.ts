import type { RouteTable } from '../route.ts';
import { listOf } from '../wire/common.ts';
import { AccountExport, Dashboard, HistoryItem, HistoryQuery } from '../wire/developer.ts';

const own = { method: 'GET', plane: 'developer', access: 'dev', cache: 'private', status: 200 } as const;

/** One developer's overview, lists and data export. */
export const dashboardRoutes = {
  readDashboard: {
    ...own,
    path: '/api/v1/certsvc/dev/dashboard/summary',
    rate: 'dev',
    summary: 'Get dashboard figures for the account',
    description: 'Includes the certificates of all wallets linked to the account.',
    answer: Dashboard,
    errors: [],
  },
  listHistory: {
    ...own,
    path: '/api/v1/certsvc/dev/history',
    rate: 'dev',
    summary: 'List the account history, newest first',
    query: HistoryQuery,
    answer: listOf(HistoryItem),
    errors: ['cursor_expired'],
  },
  exportAccount: {
    ...own,
    path: '/api/v1/certsvc/dev/me/export',
    rate: 'heavy',
    summary: 'Export all personal data of the account',
    description:
      'Contains everything that the service stores about the account. Drafts are listed by id; read their content with `GET …/drafts/{id}`.',
    answer: AccountExport,
    errors: [],
  },
} as const satisfies RouteTable;
