export type { AbuseEvent } from './abuse.published.ts';
export { abuseStore } from './abuse.store.ts';
