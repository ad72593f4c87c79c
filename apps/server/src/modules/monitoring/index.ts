export { createEndpointCheck } from './endpoint.check.ts';
export { createFlagWork } from './flag-work.service.ts';
export { createMonitoringJobs } from './monitoring.jobs.ts';
export { createMonitoring } from './monitoring.service.ts';
export type { MonitoringTransaction } from './monitoring.transaction.ts';
export { monitoringStore } from './monitorings.store.ts';
export { createReplayCheck } from './replay.check.ts';
export { createSourceCheck } from './source.check.ts';
