/** Wires the registry: the anchors of certificates, and the outbox for all transactions. */
import { createWorkLoop } from '../../platform/jobs/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { createAnchors } from './anchors.service.ts';
import type { ChainFacts, Hex, OutboxChain } from './chain.port.ts';
import { createRegistryFigures } from './figures.service.ts';
import { createOutboxSender } from './outbox.sender.ts';
import { createOutbox, OUTBOX_NOTICE } from './outbox.service.ts';
import { createOutboxRetry, type OutboxRetryTransaction } from './outbox-retry.service.ts';
import { bindRegistryRoutes } from './registry.routes.ts';

type Needs = {
  readonly chain: {
    /** Undefined while no chain is open in this process. */
    readonly find: () => OutboxChain | undefined;
    readonly findFacts: () => ChainFacts | undefined;
  };
  /** The name of this process as a holder of the sender lease. */
  readonly holder: string;
  readonly batchAbove: number;
};

/** Poll interval for confirmations and for work whose notice was lost. */
const LOOK_EVERY_MS = 1_000;
/** Certificates issued within this time are planned, sent and followed together. */
const GATHER_MS = 250;

export function composeRegistry(
  platform: PlatformServices<OutboxRetryTransaction>,
  { chain, holder, batchAbove }: Needs,
) {
  const { stores, inTransaction, bus, metrics, random, clock, log } = platform;
  const store = stores.outbox;
  const outbox = createOutbox({ store, random, clock });
  const anchors = createAnchors({ outbox, findFacts: chain.findFacts });
  const sender = createOutboxSender({
    store,
    outbox,
    anchors,
    inTransaction,
    holder,
    clock,
    log,
    findChain: chain.find,
    batchAbove,
  });
  const loop = createWorkLoop({
    name: 'chain outbox',
    work: sender.work,
    everyMs: LOOK_EVERY_MS,
    gatherMs: GATHER_MS,
    log,
  });
  bus.on(OUTBOX_NOTICE, loop.wake);
  metrics.gauges('assay_chain_outbox', 'Chain transactions by state', 'state', outbox.counts);
  metrics.gauge('assay_chain_reachable', 'Whether the chain answered the outbox', () => Number(sender.isReachable()));

  /** Queues a root of the transparency log like any other effect. The same root is written once. */
  async function anchorRoot(root: Hex, size: number): Promise<void> {
    const on = chain.findFacts();
    if (on === undefined) return;
    const call = { kind: 'COMMIT_ROOT', registryAddress: on.registryAddress, root, size } as const;
    await inTransaction((tx) => outbox.queueIn(tx, { call, ref: { type: 'log', id: root }, on }));
  }

  return {
    anchors,
    anchorRoot,
    proofOf: stores.anchors.proofOf,
    readFigures: createRegistryFigures({ anchors: stores.anchors, findFacts: chain.findFacts }),
    routes: bindRegistryRoutes(outbox, createOutboxRetry({ inTransaction, outbox, clock })),
    handles: { 'certificate.issued': anchors.add, 'payout.due': outbox.pay },
    start: loop.start,
    async stop(): Promise<void> {
      await loop.stop();
      await sender.release();
    },
  };
}
