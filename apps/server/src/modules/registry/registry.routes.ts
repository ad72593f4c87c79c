import { operatorRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Outbox } from './outbox.service.ts';

const { listChainOutbox } = operatorRoutes;

export const bindRegistryRoutes = (outbox: Outbox) =>
  bindRoutes({ listChainOutbox }, { listChainOutbox: ({ query }) => outbox.list(query) });
