import { webhookRoutes } from '@assay/protocol';
import { principalOf } from '../../platform/auth/index.ts';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Webhooks } from './webhooks.service.ts';

export const bindWebhookRoutes = (webhooks: Webhooks, webhookUrlOf: (id: string) => string) =>
  bindRoutes(webhookRoutes, {
    listWebhooks: (_, { caller }) => webhooks.list(principalOf(caller)),
    createWebhook: async ({ body }, { caller, requestId }) => {
      const created = await webhooks.create(principalOf(caller), body, requestId);
      return new Reply(created, { headers: { Location: webhookUrlOf(created.id) } });
    },
    changeWebhook: ({ params, body }, { caller, requestId }) =>
      webhooks.change(principalOf(caller), params.id, body, requestId),
    deleteWebhook: ({ params }, { caller, requestId }) => webhooks.remove(principalOf(caller), params.id, requestId),
    testWebhook: ({ params }, { caller }) => webhooks.test(principalOf(caller), params.id),
    listDeliveries: ({ params, query }, { caller }) => webhooks.listDeliveries(principalOf(caller), params.id, query),
    retryDelivery: ({ params }, { caller }) => webhooks.retry(principalOf(caller), params.id, params.deliveryId),
  });
