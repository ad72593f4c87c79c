import { operatorRoutes, streamRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Streams } from './stream.service.ts';

export const bindStreamRoutes = (streams: Streams) => [
  ...bindRoutes(streamRoutes, {
    readStream: ({ query, headers }, { caller, client }) => {
      const resumed = headers['last-event-id'];
      const since = resumed === undefined ? query.since : Number(resumed);
      return streams.start({ topics: query.topics, since, caller, client });
    },
  }),
  ...bindRoutes(
    { watchQueue: operatorRoutes.watchQueue },
    { watchQueue: (_, { caller }) => streams.watchQueue(caller) },
  ),
];
