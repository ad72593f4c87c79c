import type { CouncilTransaction } from '../council/index.ts';
import type { MonitoringStore } from './monitorings.store.ts';

/** What changes together: the stores of one transaction. What is seen may open a new round, or decide a flag. */
export type MonitoringTransaction = CouncilTransaction & { readonly monitorings: MonitoringStore };
export type InTransaction = <T>(work: (tx: MonitoringTransaction) => Promise<T>) => Promise<T>;
