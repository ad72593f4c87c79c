import { operatorRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Support } from './support.service.ts';

const { listQueue, decideQueueItem, listAuditLog } = operatorRoutes;

export const bindSupportRoutes = (support: Support) =>
  bindRoutes(
    { listQueue, decideQueueItem, listAuditLog },
    {
      listQueue: ({ query }) => support.listQueue(query),
      decideQueueItem: ({ params, body }, { requestId }) => support.decide(params.id, body, requestId),
      listAuditLog: ({ query }) => support.listAuditLog(query),
    },
  );
