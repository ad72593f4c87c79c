/** Wires the chain: its home in this process, the anchors of certificates and the outbox. */
import { randomUUID } from 'node:crypto';
import { Address, type RandomBytes } from '@assay/protocol';
import { createChainHome } from './chain-home.ts';
import type { Config } from './config.ts';
import type { Payout } from './modules/payments/index.ts';
import {
  anchorStore,
  bindRegistryRoutes,
  chainJournalStore,
  createAnchors,
  createOutbox,
  createOutboxSender,
  createRetry,
  leaseStore,
  OUTBOX_NOTICE,
  type OutboxRow,
  outboxStore,
  type RegistryTransaction,
  type RetryTransaction,
} from './modules/registry/index.ts';
import type { DeriveKey } from './platform/auth/index.ts';
import type { Database } from './platform/db/index.ts';
import type { NoticeBus } from './platform/events/index.ts';
import { createWorkLoop } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';
import type { Metrics } from './platform/metrics/index.ts';

type Needs<Stores extends RetryTransaction> = {
  readonly db: Database;
  readonly inTransaction: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>;
  /** What follows from a new state of an effect on the chain, in the transaction that stores it. */
  readonly onChange: (stores: Stores, row: OutboxRow) => Promise<void>;
  readonly deriveKey: DeriveKey;
  readonly bus: NoticeBus;
  readonly metrics: Metrics;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

const EMBEDDED_LEASE = 'embedded-chain';
/** A process that died holding it is replaced after this long. */
const LEASE_MS = 3_000;
/** Confirmations are looked for, and what a lost notice left behind is found, at the latest after this long. */
const LOOK_EVERY_MS = 1_000;

export const registryStores = (handle: Database) => ({
  outbox: outboxStore(handle),
  anchors: anchorStore(handle),
  leases: leaseStore(handle),
});

export function composeChain<Stores extends RetryTransaction>(config: Config, needs: Needs<Stores>) {
  const { db, inTransaction, onChange, bus, metrics, random, clock, log } = needs;
  const deriveKey = (purpose: string) => `0x${needs.deriveKey(purpose).toString('hex')}` as const;
  const holder = randomUUID();
  const leases = leaseStore(db);
  const home = createChainHome({
    config: config.chain,
    facilitatorUrl: config.facilitatorUrl,
    keys: {
      account: config.chainPrivateKey ?? deriveKey('chain account'),
      facilitator: deriveKey('chain facilitator'),
      faucet: deriveKey('chain faucet'),
    },
    journal: chainJournalStore(db),
    holdEmbedded: () => leases.hold(EMBEDDED_LEASE, holder, LEASE_MS),
    releaseEmbedded: () => leases.release(EMBEDDED_LEASE, holder),
    clock,
    log,
  });
  const store = outboxStore(db);
  const outbox = createOutbox({ store, random, clock });
  const anchors = createAnchors({ outbox, findFacts: home.findFacts });
  const sender = createOutboxSender({
    store,
    outbox,
    anchors,
    inTransaction,
    onChange,
    holder,
    clock,
    log,
    findChain: home.find,
    batchAbove: config.chain.batchAbove,
  });
  const loop = createWorkLoop({ name: 'chain outbox', work: sender.work, everyMs: LOOK_EVERY_MS, log });
  bus.on(OUTBOX_NOTICE, loop.look);

  metrics.gauges('assay_chain_outbox', 'Effects on the chain by state', 'state', outbox.counts);
  metrics.gauge('assay_chain_reachable', 'Whether the chain answered the outbox', () => Number(sender.isReachable()));

  const isSender = config.roles.includes('worker');
  /** An embedded chain belongs to the worker; a chain with an address is for every process. */
  const hasChain = isSender || config.chain.kind === 'external';
  return {
    home,
    hasChain,
    outbox,
    anchors,
    /** As the public figures show it; null in a process without a chain. */
    async readRegistry() {
      const facts = home.findFacts();
      if (facts === undefined) return null;
      const committed = await anchorStore(db).countCommitted(facts.network);
      return { network: facts.network, address: Address.parse(facts.registryAddress), committed };
    },
    /** Tokens to somebody, in the caller's transaction; asked twice for one `ref`, they are sent once. */
    async sendIn(stores: Pick<RegistryTransaction, 'outbox' | 'events'>, payout: Payout): Promise<void> {
      const { ref, network, embedded, token, to, amount } = payout;
      const call = { kind: 'TRANSFER', token, to, amount: amount.toString() } as const;
      await outbox.queueIn(stores, { call, ref, on: { network, embedded } });
    },
    bound: bindRegistryRoutes(outbox, createRetry({ inTransaction, onChange, clock })),
    checkHealth: hasChain ? home.health : undefined,
    /** Returns at once; the chain opens beside everything else. */
    start(): void {
      if (hasChain) home.start();
      if (isSender) loop.start();
    },
    async stop(): Promise<void> {
      await loop.stop();
      if (isSender) await sender.release();
      await home.stop();
    },
  };
}
