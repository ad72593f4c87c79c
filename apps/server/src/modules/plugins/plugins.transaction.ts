import type { EventStore } from '../../platform/events/index.ts';
import type { TransactionJobs } from '../../platform/jobs/index.ts';
import type { AgentStore } from '../accounts/index.ts';
import type { SaleStore } from '../marketplace/index.ts';
import type { PurseTransaction } from '../purse/index.ts';
import type { PluginStore } from './plugins.store.ts';

/** The stores of one transaction. */
export type PluginTransaction = PurseTransaction & {
  readonly plugins: PluginStore;
  readonly agents: Pick<AgentStore, 'find'>;
  readonly events: Pick<EventStore, 'addAll'>;
  readonly jobs: TransactionJobs;
  readonly sales: Pick<SaleStore, 'areTied' | 'findFunding' | 'keepSources'>;
};
export type InTransaction = <T>(work: (tx: PluginTransaction) => Promise<T>) => Promise<T>;
