import type { Database } from '../../platform/db/index.ts';
import { deliveryStore } from './deliveries.store.ts';
import { webhookStore } from './webhooks.store.ts';

export { webhookSigner } from './signature.ts';
export type { Webhooks } from './webhooks.service.ts';

/** The stores of this module on a pool or a transaction. */
export const webhookStores = (handle: Database) => ({
  webhooks: webhookStore(handle),
  deliveries: deliveryStore(handle),
});
