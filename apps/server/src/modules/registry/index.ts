import type { Database } from '../../platform/db/index.ts';
import { anchorStore } from './anchors.store.ts';
import { leaseStore } from './leases.store.ts';
import { outboxStore } from './outbox.store.ts';

export type { AnchorView } from './anchors.service.ts';
export type { BeaconChain, ChainBlock, ChainCall, ChainFacts, Hex, OutboxChain } from './chain.port.ts';
export { chainJournalStore } from './chain-journal.store.ts';
export type { LeaseStore } from './leases.store.ts';
export type { Payout, RegistryEvent } from './registry.published.ts';
export { leaseStore };

/** The stores of this module on a pool or a transaction. */
export const registryStores = (handle: Database) => ({
  outbox: outboxStore(handle),
  anchors: anchorStore(handle),
  leases: leaseStore(handle),
});
