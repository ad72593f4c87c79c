import type { Database } from '../../platform/db/index.ts';
import { deliveryStore } from './deliveries.store.ts';
import { webhookStore } from './webhooks.store.ts';

export { createDeliveries, DELIVERY_NOTICE, type WebhookTransaction } from './delivery.service.ts';
export { bindWebhookRoutes } from './webhooks.routes.ts';
export { createWebhooks } from './webhooks.service.ts';

/** The stores of this module over a pool or a transaction. */
export const webhookStores = (handle: Database) => ({
  webhooks: webhookStore(handle),
  deliveries: deliveryStore(handle),
});
