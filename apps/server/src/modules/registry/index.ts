export { type Anchors, type AnchorView, createAnchors } from './anchors.service.ts';
export { anchorStore } from './anchors.store.ts';
export type { BeaconChain, ChainBlock, ChainCall, ChainFacts, Hex, OutboxChain } from './chain.port.ts';
export { chainJournalStore } from './chain-journal.store.ts';
export { leaseStore } from './leases.store.ts';
export { createOutboxSender, type OutboxSender } from './outbox.sender.ts';
export { createOutbox, OUTBOX_NOTICE, type Outbox, type RegistryTransaction } from './outbox.service.ts';
export { type OutboxRow, type OutboxStore, outboxStore } from './outbox.store.ts';
export { bindRegistryRoutes } from './registry.routes.ts';
