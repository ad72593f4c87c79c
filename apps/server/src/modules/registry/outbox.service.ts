import { ChainOutboxItem, newUuidV7, OutboxId, type RandomBytes } from '@assay/protocol';
import { z } from 'zod';
import type { EventStore } from '../../platform/events/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import { readContext, runInContext } from '../../platform/log/index.ts';
import type { AnchorStore } from './anchors.store.ts';
import type { ChainCall, ChainFacts } from './chain.port.ts';
import type { LeaseStore } from './leases.store.ts';
import type { OutboxRow, OutboxState, OutboxStore } from './outbox.store.ts';
import type { Payout, RegistryEvent } from './registry.published.ts';

/** The notice topic for new work of the sender. */
export const OUTBOX_NOTICE = 'outbox';

/** The stores of one transaction. */
export type RegistryTransaction = {
  readonly outbox: OutboxStore;
  readonly anchors: AnchorStore;
  readonly leases: LeaseStore;
  readonly events: Pick<EventStore, 'notify'>;
  readonly publish: (event: RegistryEvent) => Promise<void>;
};

type Deps = { readonly store: OutboxStore; readonly random: RandomBytes; readonly clock: { now(): Date } };
type Wanted = {
  readonly call: ChainCall;
  readonly ref: { readonly type: string; readonly id: string };
  readonly on: Pick<ChainFacts, 'network' | 'embedded'>;
};
type Query = { limit: number; cursor?: string | undefined; state?: OutboxState | undefined };

const Position = z.tuple([CURSOR_KEYS.moment, OutboxId]);

/** Effects for the chain, each queued in the transaction of the change that requires it. */
export function createOutbox({ store, random, clock }: Deps) {
  /** Idempotent per reference and call. */
  async function queueIn(
    stores: Pick<RegistryTransaction, 'outbox' | 'events'>,
    { call, ref, on }: Wanted,
  ): Promise<OutboxRow> {
    const now = clock.now();
    const { requestId = null } = readContext();
    const row: OutboxRow = {
      id: newUuidV7(OutboxId, now.getTime(), random),
      kind: call.kind,
      refType: ref.type,
      refId: ref.id,
      requestId,
      call,
      network: on.network,
      embedded: on.embedded,
      state: 'QUEUED',
      sender: null,
      nonce: null,
      txHash: null,
      blockNumber: null,
      blockHash: null,
      lastError: null,
      queuedAt: now,
      nextAttemptAt: now,
      changedAt: now,
    };
    if (await stores.outbox.insert(row)) {
      await stores.events.notify(OUTBOX_NOTICE, 'queued');
      return row;
    }
    const first = await stores.outbox.find(call.kind, ref.type, ref.id);
    if (first === undefined) throw new Error(`Chain effect for ${ref.type} ${ref.id} not found`);
    return first;
  }

  /** Idempotent per `ref`: tokens are sent once. */
  async function pay(
    stores: Pick<RegistryTransaction, 'outbox' | 'events'>,
    { payout }: { readonly payout: Payout },
  ): Promise<void> {
    const { ref, network, embedded, token, to, amount } = payout;
    const call = { kind: 'TRANSFER', token, to, amount: amount.toString() } as const;
    await queueIn(stores, { call, ref, on: { network, embedded } });
  }

  /** Publishes a new state of an effect in the transaction that stores it. */
  async function publishStateIn(stores: RegistryTransaction, row: OutboxRow): Promise<void> {
    const { id, refType, refId, network, state, txHash, blockNumber } = row;
    if (refType === 'refund' || refType === 'bounty') {
      if (state !== 'FINAL') return;
      return stores.publish({ type: 'payout.final', ref: { type: refType, id: refId }, network, txHash });
    }
    for (const certificateId of await stores.anchors.certificatesOf([id])) {
      await stores.publish({ type: 'anchor.changed', certificateId, network, state, txHash, blockNumber });
    }
  }

  async function list({ limit, cursor, state }: Query) {
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from === undefined ? undefined : { queuedAt: new Date(from[0]), id: from[1] };
    const rows = await store.list({ state, after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, (last) => [last.queuedAt.toISOString(), last.id]);
    return {
      items: page.map(toOutboxItem),
      nextCursor,
    };
  }

  return { queueIn, pay, publishStateIn, list, counts: store.counts };
}
export type Outbox = ReturnType<typeof createOutbox>;

/** Everything that the sender does for an effect belongs to the request that caused the effect. */
export const inContextOf = <T>({ id, requestId }: OutboxRow, work: () => T): T =>
  runInContext({ requestId: requestId ?? undefined, queue: 'chain', key: id }, work);

export const toOutboxItem = (row: OutboxRow): ChainOutboxItem =>
  ChainOutboxItem.parse({
    id: row.id,
    kind: row.kind,
    ref: { type: row.refType, id: row.refId },
    network: row.network,
    embedded: row.embedded,
    state: row.state,
    nonce: row.nonce,
    txHash: row.txHash,
    blockNumber: row.blockNumber,
    lastError: row.lastError,
    queuedAt: row.queuedAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  });
