export { bindDashboardRoutes } from './dashboard.routes.ts';
export { createDashboard } from './dashboard.service.ts';
export { dashboardStore } from './dashboard.store.ts';
export { type SourceNewsStore, sourceNewsStore } from './source-news.store.ts';
