/** Wires webhooks: subscriptions, deliveries and the sender. */
import { routes as declared } from '@assay/protocol';
import { createSecretBox } from '../../platform/auth/index.ts';
import type { CheckUrl, GuardedFetch } from '../../platform/fetch/index.ts';
import { createEventFollower, createWorkLoop } from '../../platform/jobs/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { createDeliveries, DELIVERY_NOTICE, type WebhookTransaction } from './delivery.service.ts';
import { webhookSigner } from './signature.ts';
import { bindWebhookRoutes } from './webhooks.routes.ts';
import { createWebhooks } from './webhooks.service.ts';

type Tx = WebhookTransaction & Parameters<Parameters<Parameters<typeof createWebhooks>[0]['inTransaction']>[0]>[0];

const LOOK_EVERY_MS = 1_000;
/** The name of its cursor in the published events. */
const FOLLOWER = 'webhooks';

type Outside = {
  readonly checkUrl: CheckUrl;
  /** As strict as for any untrusted URL, except for this machine where the operator allows it. */
  readonly fetch: GuardedFetch;
};

export function composeWebhooks(platform: PlatformServices<Tx>, { checkUrl, fetch }: Outside) {
  const { stores, inTransaction, bus, metrics, deriveKey, urlOf, random, clock, log } = platform;
  const box = createSecretBox(deriveKey('webhook secrets'));
  const signer = webhookSigner(deriveKey);
  const deliveries = createDeliveries({ stores, fetch, box, signer, random, clock, log });
  const webhooks = createWebhooks({ stores, inTransaction, deliveries, checkUrl, box, signer, random, clock });
  const loop = createWorkLoop({ name: 'webhooks', work: deliveries.sendDue, everyMs: LOOK_EVERY_MS, log });
  const countSkipped = metrics.counter('assay_events_skipped_total', 'Events that a follower could not handle', [
    'follower',
  ]);
  const follow = createEventFollower({
    name: FOLLOWER,
    inTransaction,
    pageOf: deliveries.pageOf,
    handle: deliveries.announce,
    onSkipped: () => countSkipped({ follower: FOLLOWER }),
    log,
  });
  const announcing = createWorkLoop({ name: 'webhook announcements', work: follow, everyMs: LOOK_EVERY_MS, log });
  bus.on('events', (what) => {
    if (what === 'published') announcing.wake();
  });
  bus.on(DELIVERY_NOTICE, loop.wake);
  deliveries.onFree(loop.wake);
  return {
    webhooks,
    signer,
    routes: bindWebhookRoutes(webhooks, (id) => urlOf(declared.changeWebhook, id)),
    handles: { 'account.closing': webhooks.forget },
    repeating: [{ name: 'webhooks.delete-old', everyMinutes: 60, run: deliveries.deleteOld }],
    loops: [announcing, loop],
    stop: deliveries.settled,
  };
}
