export { monitoringStore } from './monitorings.store.ts';
