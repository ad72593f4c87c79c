import { devInboxRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { DevInbox } from './dev-inbox.service.ts';

export const bindDevInboxRoutes = (inbox: DevInbox) =>
  bindRoutes(devInboxRoutes, {
    listDevInbox: ({ headers, query }) => inbox.list(query, headers),
  });
