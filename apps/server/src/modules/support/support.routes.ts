import { operatorRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Subjects } from './subjects.service.ts';
import type { Support } from './support.service.ts';

const { listQueue, decideQueueItem, listAuditLog, readSealedBundle, readRoundReport } = operatorRoutes;

export const bindSupportRoutes = (support: Support, subjects: Subjects) =>
  bindRoutes(
    { listQueue, decideQueueItem, listAuditLog, readSealedBundle, readRoundReport },
    {
      listQueue: ({ query }) => support.listQueue(query),
      decideQueueItem: ({ params, body }, { caller, requestId }) =>
        support.decide(params.id, body, { caller, requestId }),
      listAuditLog: ({ query }) => support.listAuditLog(query),
      readSealedBundle: ({ params }) => subjects.readBundle(params.id),
      readRoundReport: ({ params }) => subjects.readReport(params.id),
    },
  );
