import { DeliveryId, EVENT_KINDS, newUuidV7, type RandomBytes, type Signer, WEBHOOK_LIMITS } from '@assay/protocol';
import type { SecretBox } from '../../platform/auth/index.ts';
import { type EventStore, type PublishedRow, toEvent } from '../../platform/events/index.ts';
import type { FetchResult, GuardedFetch } from '../../platform/fetch/index.ts';
import { type Logger, runInContext } from '../../platform/log/index.ts';
import type { DeliveryRow, DeliveryStore, DueDelivery, ServedOwner } from './deliveries.store.ts';
import { type Attempt, decideAttempt, GIVE_UP_AFTER_MS } from './retry.policy.ts';
import { signatureHeaders } from './signature.ts';
import type { WebhookStore } from './webhooks.store.ts';

type Stores = { readonly webhooks: WebhookStore; readonly deliveries: DeliveryStore };
export type WebhookTransaction = Stores & { readonly events: Pick<EventStore, 'notify' | FollowerCall> };
type FollowerCall = 'lockCursor' | 'moveCursor' | 'listAfter';
type Deps = {
  readonly stores: Stores;
  readonly fetch: GuardedFetch;
  readonly box: SecretBox;
  readonly signer: Signer;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
  /** Tests use a shorter limit. */
  readonly totalMs?: number;
};

type Announced = Pick<PublishedRow, 'id' | 'kind' | 'requestId'>;

/** The notice that tells workers about a waiting message. */
export const DELIVERY_NOTICE = 'webhooks';
/**
 * Limits of concurrent sending. The store limits the share of one owner; `totalMs` ends each attempt, whatever the
 * receiver does.
 */
const SEND_LIMITS = { slots: 100, bytesMax: 16_384, totalMs: 15_000, redirectsMax: 0 } as const;
/** The remaining slots are reserved for owners whose receivers answered in time. */
const SLOTS_OF_OTHERS_MAX = 75;
const SLOW_MS = 5_000;
/** Only the most recently served owners are remembered. */
const SERVED_OWNERS_MAX = 2_000;
/** Longer than one attempt, so that a slow sender does not cause a second delivery. */
const LEASE_MS = 60_000;
const LOG_LIFE_MS = 30 * 86_400_000;
/** Limits of one announcing transaction. */
const ANNOUNCED_EVENTS_MAX = 100;
const ANNOUNCED_ROWS_MAX = 5_000;

const PUBLIC_KINDS = Object.entries(EVENT_KINDS).flatMap(([kind, { visibility }]) =>
  visibility === 'public' ? [kind] : [],
);

/** Records the deliveries of each event and sends them. */
export function createDeliveries(deps: Deps) {
  const { stores, fetch, box, signer, random, clock, log, totalMs = SEND_LIMITS.totalMs } = deps;

  const newDelivery = (webhookId: string, event: Announced, body: string): DeliveryRow => {
    const now = clock.now();
    return {
      id: newUuidV7(DeliveryId, now.getTime(), random),
      webhookId,
      eventId: event.id,
      requestId: event.requestId,
      kind: event.kind,
      body,
      state: 'PENDING',
      tries: 0,
      lastStatus: null,
      lastError: null,
      dueAt: now,
      createdAt: now,
      finishedAt: null,
    };
  };

  /** The number of events announced together. If every webhook listens to all of them, their rows fill one transaction. */
  async function pageOf({ webhooks }: Pick<WebhookTransaction, 'webhooks'>): Promise<number> {
    const fitting = Math.floor(ANNOUNCED_ROWS_MAX / Math.max(1, await webhooks.countActive()));
    return Math.max(1, Math.min(ANNOUNCED_EVENTS_MAX, fitting));
  }

  /** Runs in its own transaction after publication, so that webhooks do not delay the publisher. */
  async function announce(tx: WebhookTransaction, published: readonly PublishedRow[]): Promise<void> {
    const messages = new Map(published.map((event) => [event.id, { event, body: toMessage(toEvent(event)) }]));
    const { waitingMax } = WEBHOOK_LIMITS;
    const eventIds = [...messages.keys()];
    const listeners = await tx.webhooks.findListeners({ eventIds, publicKinds: PUBLIC_KINDS, waitingMax });
    const rows = listeners.flatMap(({ webhookId, eventId }) => {
      const message = messages.get(eventId);
      return message === undefined ? [] : [newDelivery(webhookId, message.event, message.body)];
    });
    if (rows.length === 0) return;
    await tx.deliveries.insert(rows);
    await tx.events.notify(DELIVERY_NOTICE, 'added');
  }

  type Batch = { readonly size: number; readonly isFast: boolean; readonly ended: Promise<void> };
  const underWay = new Map<string, Batch>();
  /** In the order of service. */
  const served = new Map<string, ServedOwner>();
  let whenFree = (): void => undefined;

  /**
   * Starts as many deliveries as there are free slots, without waiting for them, so that a hanging receiver only
   * occupies slots of its own owner. Returns the number started. `whenFree` is called when a slot becomes free.
   */
  async function sendDue(): Promise<number> {
    const now = clock.now();
    const batches = [...underWay.values()];
    const limit = SEND_LIMITS.slots - countOf(batches);
    if (limit <= 0) return 0;
    const due = await stores.deliveries.takeDue({
      now,
      retryAt: new Date(now.getTime() + LEASE_MS),
      limit,
      limitOfOthers: SLOTS_OF_OTHERS_MAX - countOf(batches.filter(({ isFast }) => !isFast)),
      busyOwners: [...underWay.keys()],
      served: [...served.values()],
    });
    for (const [owner, deliveries] of Map.groupBy(due, (delivery) => delivery.owner)) {
      const ended = sendAll(owner, deliveries);
      underWay.set(owner, { size: deliveries.length, isFast: served.get(owner)?.isSlow === false, ended });
    }
    return due.length;
  }

  async function sendAll(owner: string, deliveries: readonly DueDelivery[]): Promise<void> {
    const results = await Promise.allSettled(deliveries.map(sendInContext));
    served.delete(owner);
    served.set(owner, {
      owner,
      isSlow: results.some((result) => result.status === 'fulfilled' && result.value.isSlow),
    });
    for (const oldest of served.keys()) {
      if (served.size <= SERVED_OWNERS_MAX) break;
      served.delete(oldest);
    }
    underWay.delete(owner);
    whenFree();
  }

  const sendInContext = (delivery: DueDelivery): Promise<{ isSlow: boolean }> =>
    runInContext({ requestId: delivery.requestId ?? undefined, queue: 'webhooks', key: delivery.id }, () =>
      send(delivery),
    );

  async function send(delivery: DueDelivery): Promise<{ isSlow: boolean }> {
    const startedMs = performance.now();
    const secret = box.open(delivery.sealedSecret, delivery.webhookId);
    const at = clock.now();
    const result = await fetch({
      url: delivery.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders({ id: delivery.eventId, at, body: delivery.body }, secret, signer),
      },
      body: new TextEncoder().encode(delivery.body),
      limits: { ...SEND_LIMITS, totalMs },
    });
    const isSlow = result.kind === 'timeout' || performance.now() - startedMs >= SLOW_MS;
    await settle(delivery, toAttempt(result));
    return { isSlow };
  }

  async function settle({ id, webhookId, tries }: DueDelivery, attempt: Attempt): Promise<void> {
    const now = clock.now();
    const lastStatus = attempt.kind === 'answered' ? attempt.status : null;
    const lastError = attempt.kind === 'failed' ? attempt.error : null;
    const decision = decideAttempt(attempt, tries);
    const seen = { webhookId, tries, status: lastStatus, error: lastError };
    switch (decision.kind) {
      case 'delivered':
        await stores.deliveries.settle(id, { state: 'DELIVERED', lastStatus, lastError, finishedAt: now });
        log.info(seen, 'webhook delivered');
        return stores.webhooks.noteSuccess(webhookId);
      case 'gone':
        await stores.deliveries.settle(id, { state: 'FAILED', lastStatus, lastError, finishedAt: now });
        log.info(seen, 'webhook disabled: its receiver is gone');
        return stores.webhooks.disable(webhookId);
      case 'retry': {
        const dueAt = new Date(now.getTime() + decision.afterMs);
        await stores.deliveries.settle(id, { state: 'PENDING', lastStatus, lastError, finishedAt: null, dueAt });
        log.debug({ ...seen, dueAt }, 'webhook delivery failed and is retried later');
        return noteFailure(webhookId, now);
      }
      case 'give_up':
        await stores.deliveries.settle(id, { state: 'FAILED', lastStatus, lastError, finishedAt: now });
        log.info(seen, 'webhook delivery given up');
        return noteFailure(webhookId, now);
    }
  }

  const noteFailure = (webhookId: string, now: Date): Promise<void> =>
    stores.webhooks.noteFailure(webhookId, now, new Date(now.getTime() - GIVE_UP_AFTER_MS));

  return {
    announce,
    pageOf,
    sendDue,
    onFree: (hear: () => void): void => {
      whenFree = hear;
    },
    /** Resolves when no delivery is in progress. */
    settled: async (): Promise<void> =>
      void (await Promise.allSettled([...underWay.values()].map(({ ended }) => ended))),
    newDelivery,
    async deleteOld(): Promise<void> {
      await stores.deliveries.deleteOlderThan(new Date(clock.now().getTime() - LOG_LIFE_MS));
      await stores.deliveries.deleteBeyond(WEBHOOK_LIMITS.keptMax);
    },
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;

const countOf = (batches: readonly { readonly size: number }[]): number =>
  batches.reduce((sum, { size }) => sum + size, 0);

export const toMessage = (event: { kind: string; occurredAt: string }): string =>
  JSON.stringify({ type: event.kind, timestamp: event.occurredAt, data: event });

/** The result of the guarded fetch reveals nothing about the internal network, so the owner may see it. */
function toAttempt(result: FetchResult): Attempt {
  switch (result.kind) {
    case 'ok':
      return { kind: 'answered', status: result.status };
    case 'refused':
      return { kind: 'failed', error: result.reason };
    default:
      return { kind: 'failed', error: result.kind };
  }
}
