import { operatorRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Outbox } from './outbox.service.ts';
import type { OutboxRetry } from './outbox-retry.service.ts';

const { listChainOutbox, retryChainOutboxItem } = operatorRoutes;

export const bindRegistryRoutes = (outbox: Outbox, retry: OutboxRetry) =>
  bindRoutes(
    { listChainOutbox, retryChainOutboxItem },
    {
      listChainOutbox: ({ query }) => outbox.list(query),
      retryChainOutboxItem: ({ params, body }, { caller, requestId }) =>
        retry(params.id, { reason: body.reason, caller, requestId }),
    },
  );
