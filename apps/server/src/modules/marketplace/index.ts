import type { Database } from '../../platform/db/index.ts';
import { earningsStore } from './earnings.store.ts';
import { listingStore } from './listings.store.ts';
import { purchaseStore } from './purchases.store.ts';
import { saleStore } from './sales.store.ts';

/** The stores of this module over a pool or a transaction. */
export const marketplaceStores = (handle: Database) => ({
  listings: listingStore(handle),
  purchases: purchaseStore(handle),
  sales: saleStore(handle),
  earnings: earningsStore(handle),
});
export { rankedSources, tiesSince } from './ranking.ts';
export type { SaleStore } from './sales.store.ts';
