import { dashboardRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { DashboardService } from './dashboard.service.ts';

export const bindDashboardRoutes = (dashboard: DashboardService) =>
  bindRoutes(dashboardRoutes, {
    readDashboard: (_, { caller }) => dashboard.summary(caller.accountId),
    listHistory: ({ query }, { caller }) => dashboard.history(caller.accountId, query),
    exportAccount: (_, { caller }) => dashboard.exportAll(caller.accountId),
  });
