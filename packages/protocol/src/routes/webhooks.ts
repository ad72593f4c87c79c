import { z } from 'zod';
import { WebhookId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { Delivery, DeliveryId, Webhook, WebhookChange, WebhookCreated, WebhookRequest } from '../wire/webhook.ts';

const own = { plane: 'developer', access: 'owner', rate: 'dev', cache: 'private' } as const;
const one = z.object({ id: WebhookId });

/** Push instead of polling: events are sent to an address of the owner, signed by Standard Webhooks 1.0. */
export const webhookRoutes = {
  listWebhooks: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/webhooks',
    aliases: ['/certsvc/v1/webhooks'],
    summary: "List the caller's webhooks",
    status: 200,
    answer: listOf(Webhook),
    errors: [],
  },
  createWebhook: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/webhooks',
    answersSecret: true,
    aliases: ['/certsvc/v1/webhooks'],
    summary: 'Create a webhook',
    description:
      'Public event kinds cover all certificates, or the listed ones; other kinds cover only the caller. Each message ' +
      'contains `webhook-id`, `webhook-timestamp` and `webhook-signature` (v1: HMAC-SHA256 with the secret, v1a: Ed25519 ' +
      'with the public key). A 2xx status is success, 410 disables the webhook, and other results are retried for three ' +
      'days. A message can arrive more than once, with the same `webhook-id`.',
    body: WebhookRequest,
    strictBody: true,
    status: 201,
    answer: WebhookCreated,
    errors: ['webhook_limit_reached', 'webhook_url_unsupported'],
  },
  changeWebhook: {
    ...own,
    method: 'PATCH',
    path: '/api/v1/certsvc/dev/webhooks/:id',
    aliases: ['/certsvc/v1/webhooks/:id'],
    summary: 'Update or re-enable a webhook',
    params: one,
    body: WebhookChange,
    strictBody: true,
    status: 200,
    answer: Webhook,
    errors: ['webhook_not_found', 'webhook_url_unsupported'],
  },
  deleteWebhook: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/certsvc/dev/webhooks/:id',
    aliases: ['/certsvc/v1/webhooks/:id'],
    summary: 'Delete a webhook and its delivery log',
    params: one,
    status: 204,
    answer: z.void(),
    errors: ['webhook_not_found'],
  },
  testWebhook: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/webhooks/:id/test',
    aliases: ['/certsvc/v1/webhooks/:id/test'],
    rate: 'heavy',
    summary: 'Send a webhook.test message',
    params: one,
    status: 202,
    answer: Delivery,
    errors: ['webhook_not_found'],
  },
  listDeliveries: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/webhooks/:id/deliveries',
    aliases: ['/certsvc/v1/webhooks/:id/deliveries'],
    summary: 'List webhook deliveries of the last 30 days, newest first',
    params: one,
    query: PageQuery,
    status: 200,
    answer: listOf(Delivery),
    errors: ['webhook_not_found', 'cursor_expired'],
  },
  retryDelivery: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/webhooks/:id/deliveries/:deliveryId/retry',
    aliases: ['/certsvc/v1/webhooks/:id/deliveries/:deliveryId/retry'],
    rate: 'heavy',
    summary: 'Retry a webhook delivery',
    params: z.object({ id: WebhookId, deliveryId: DeliveryId }),
    status: 202,
    answer: Delivery,
    errors: ['webhook_not_found'],
  },
} as const satisfies RouteTable;
