import type { CouncilTransaction } from '../council/index.ts';
import type { MonitoringStore } from './monitorings.store.ts';

/** The stores of one transaction. A check can open a new round or decide a flag. */
export type MonitoringTransaction = CouncilTransaction & {
  readonly monitorings: MonitoringStore;
  /** Updates the owner's dashboard about a newer, uncertified commit. */
  readonly sourceNews: { note(certificateId: string, newerCommit: string | null, now: Date): Promise<void> };
};
export type InTransaction = <T>(work: (tx: MonitoringTransaction) => Promise<T>) => Promise<T>;
