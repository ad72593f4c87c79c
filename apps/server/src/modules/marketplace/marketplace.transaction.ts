import type { EventStore } from '../../platform/events/index.ts';
import type { AgentStore } from '../accounts/index.ts';
import type { CertificateStore, WorldSkillStore } from '../certificates/index.ts';
import type { PurseTransaction } from '../purse/index.ts';
import type { SubmissionStore } from '../submissions/index.ts';
import type { EarningsStore } from './earnings.store.ts';
import type { ListingStore } from './listings.store.ts';
import type { PurchaseStore } from './purchases.store.ts';
import type { SaleStore } from './sales.store.ts';

/** The stores of a marketplace transaction. */
export type MarketTransaction = PurseTransaction & {
  readonly listings: ListingStore;
  readonly purchases: PurchaseStore;
  readonly sales: SaleStore;
  readonly earnings: EarningsStore;
  readonly certificates: Pick<CertificateStore, 'findSealed' | 'findCurrent' | 'lockState'>;
  readonly worldSkills: WorldSkillStore;
  readonly submissions: Pick<SubmissionStore, 'find'>;
  readonly agents: Pick<AgentStore, 'find'>;
  readonly events: Pick<EventStore, 'addAll'>;
};
export type InTransaction = <T>(work: (tx: MarketTransaction) => Promise<T>) => Promise<T>;
