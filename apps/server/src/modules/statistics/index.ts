export { bindStatisticsRoutes } from './statistics.routes.ts';
export { createStatistics } from './statistics.service.ts';
export { statisticsStore } from './statistics.store.ts';
