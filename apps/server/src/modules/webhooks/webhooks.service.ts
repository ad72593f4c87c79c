import {
  Delivery,
  DeliveryId,
  EventId,
  newUuidV7,
  type PageQuery,
  PRINCIPAL_LIMITS,
  Problem,
  type RandomBytes,
  type Signer,
  WEBHOOK_LIMITS,
  Webhook,
  type WebhookChange,
  type WebhookCreated,
  WebhookId,
  type WebhookRequest,
} from '@assay/protocol';
import { z } from 'zod';
import { principalOf, type SecretBox } from '../../platform/auth/index.ts';
import type { EventStore } from '../../platform/events/index.ts';
import type { CheckUrl } from '../../platform/fetch/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import { readContext } from '../../platform/log/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import { DELIVERY_NOTICE, type Deliveries, toMessage, type WebhookTransaction } from './delivery.service.ts';
import { toPublicKey, toSecret } from './signature.ts';
import type { WebhookRow } from './webhooks.store.ts';

type Transaction = WebhookTransaction & { readonly operatorQueue: OperatorQueue; readonly events: EventStore };
type Deps = {
  readonly stores: Omit<WebhookTransaction, 'events'>;
  readonly inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  readonly deliveries: Deliveries;
  readonly checkUrl: CheckUrl;
  readonly box: SecretBox;
  readonly signer: Signer;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const SECRET_BYTES = 32;
/** Time until some of the queued deliveries have been sent. */
const FULL_RETRY_SECONDS = 60;
const Position = z.tuple([CURSOR_KEYS.moment, DeliveryId]);

/** Explanations of refusals that state the permitted form. */
const CAUSES = {
  url_invalid: 'it is no URL',
  scheme_not_allowed: 'its scheme must be https',
  credentials_in_url: 'it must hold no user and password',
  port_not_allowed: 'its port must be 443, the one of https',
  host_not_allowed: 'the operator allows other hosts only',
  address_not_public:
    'it leads to a private or loopback address; to try webhooks on your own machine, start the service with WEBHOOK_ALLOW_LOOPBACK=1',
  name_unknown: 'its name cannot be resolved',
} as const;

/** The webhooks of an owner. Those of other owners are treated as unknown. */
export function createWebhooks(deps: Deps) {
  const { stores, inTransaction, deliveries, checkUrl, box, signer, random, clock } = deps;
  const publicKey = toPublicKey(signer);

  async function create(owner: string, request: WebhookRequest, requestId: string): Promise<WebhookCreated> {
    await requireReachable(request.url);
    return inTransaction(async (tx) => {
      await tx.webhooks.lockOwner(owner);
      const max = PRINCIPAL_LIMITS.webhooksMax;
      if ((await tx.webhooks.count(owner)) >= max) throw new Problem('webhook_limit_reached', { max });
      const createdAt = clock.now();
      const id = newUuidV7(WebhookId, createdAt.getTime(), random);
      const secret = toSecret(random(SECRET_BYTES));
      const row: WebhookRow = {
        id,
        owner,
        url: request.url,
        kinds: [...new Set(request.kinds)],
        certificateIds: request.certificateIds ?? null,
        description: request.description ?? '',
        sealedSecret: box.seal(secret, id),
        state: 'ACTIVE',
        failingSince: null,
        createdAt,
      };
      await tx.webhooks.insert(row);
      await log(tx, row, 'webhook.created', requestId);
      return { ...toWebhook(row), secret };
    });
  }

  async function change(owner: string, id: string, request: WebhookChange, requestId: string): Promise<Webhook> {
    await get(owner, id);
    const { url, kinds, certificateIds, description, state } = request;
    if (url !== undefined) await requireReachable(url);
    const wanted = {
      ...(url === undefined ? {} : { url }),
      ...(kinds === undefined ? {} : { kinds: [...new Set(kinds)] }),
      ...(certificateIds === undefined ? {} : { certificateIds }),
      ...(description === undefined ? {} : { description }),
      ...(state === undefined ? {} : { state, failingSince: null }),
    };
    if (Object.keys(wanted).length === 0) return toWebhook(await get(owner, id));
    return inTransaction(async (tx) => {
      const row = await tx.webhooks.change(id, owner, wanted);
      if (row === undefined) throw new Problem('webhook_not_found');
      await log(tx, row, 'webhook.changed', requestId);
      return toWebhook(row);
    });
  }

  async function remove(owner: string, id: string, requestId: string): Promise<void> {
    await inTransaction(async (tx) => {
      const row = await tx.webhooks.find(id, owner);
      if (row === undefined || !(await tx.webhooks.delete(id, owner))) throw new Problem('webhook_not_found');
      await log(tx, row, 'webhook.deleted', requestId);
    });
  }

  async function requireReachable(url: string): Promise<void> {
    const refusal = await checkUrl(url);
    if (refusal !== undefined) throw new Problem('webhook_url_unsupported', { reason: CAUSES[refusal] });
  }

  async function get(owner: string, id: string): Promise<WebhookRow> {
    const row = await stores.webhooks.find(id, owner);
    if (row === undefined) throw new Problem('webhook_not_found');
    return row;
  }

  /** Sends an ordinary message without an event. */
  async function test(owner: string, id: string): Promise<Delivery> {
    await get(owner, id);
    const now = clock.now();
    const eventId = newUuidV7(EventId, now.getTime(), random);
    const event = {
      id: eventId,
      seq: 0,
      kind: 'webhook.test',
      occurredAt: now.toISOString(),
      tick: null,
      actorId: null,
      cityId: null,
      businessId: null,
      subject: { type: 'webhook', id },
      outcome: 'success',
      data: {},
      causedBy: null,
      journalIds: [],
    };
    const { requestId = null } = readContext();
    const row = deliveries.newDelivery(id, { ...event, requestId }, toMessage(event));
    await inTransaction(async (tx) => {
      const isFull = (await tx.deliveries.countWaiting(id)) >= WEBHOOK_LIMITS.waitingMax;
      if (isFull) throw new Problem('rate_limited', { retryAfterSeconds: FULL_RETRY_SECONDS });
      await tx.deliveries.insert([row]);
      await tx.events.notify(DELIVERY_NOTICE, 'added');
    });
    return toDelivery(row);
  }

  async function retry(owner: string, id: string, deliveryId: string): Promise<Delivery> {
    await get(owner, id);
    return inTransaction(async (tx) => {
      const row = await tx.deliveries.again(deliveryId, id, clock.now());
      if (row === undefined) throw new Problem('webhook_not_found');
      await tx.events.notify(DELIVERY_NOTICE, 'added');
      return toDelivery(row);
    });
  }

  async function listDeliveries(owner: string, id: string, { limit, cursor }: PageQuery) {
    await get(owner, id);
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from === undefined ? undefined : { createdAt: new Date(from[0]), id: from[1] };
    const rows = await stores.deliveries.list(id, after, limit + 1);
    const { page, nextCursor } = toPage(rows, limit, now, (last) => [last.createdAt.toISOString(), last.id]);
    return {
      items: page.map(toDelivery),
      nextCursor,
    };
  }

  function log(tx: Transaction, { id, owner }: WebhookRow, action: string, requestId: string): Promise<void> {
    const entry = { actor: owner, action, subjectType: 'webhook', subjectId: id, detail: {}, requestId };
    return tx.operatorQueue.log(entry, clock.now());
  }

  const toWebhook = ({ id, url, kinds, certificateIds, description, state, createdAt }: WebhookRow): Webhook =>
    Webhook.parse({
      id,
      url,
      kinds,
      certificateIds,
      description,
      publicKey,
      state,
      createdAt: createdAt.toISOString(),
    });

  /** Deletes the webhooks of a closed account. */
  async function forget(
    tx: Pick<WebhookTransaction, 'webhooks'>,
    { accountId }: { readonly accountId: string },
  ): Promise<void> {
    await tx.webhooks.deleteAll(principalOf({ kind: 'dev', accountId, tokenId: '' }));
  }

  return {
    forget,
    create,
    change,
    remove,
    test,
    retry,
    listDeliveries,
    list: async (owner: string) => ({ items: (await stores.webhooks.list(owner)).map(toWebhook), nextCursor: null }),
  };
}
export type Webhooks = ReturnType<typeof createWebhooks>;

const toDelivery = (row: DeliveryRow): Delivery =>
  Delivery.parse({
    id: row.id,
    eventId: row.eventId,
    kind: row.kind,
    state: row.state,
    tries: row.tries,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    nextTryAt: row.state === 'PENDING' ? row.dueAt.toISOString() : null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  });
