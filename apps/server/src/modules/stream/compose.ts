/** Wires the stream: committed events are numbered and sent to subscribers. */
import { createEventPublisher, type EventStore } from '../../platform/events/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { SubmissionStore } from '../submissions/index.ts';
import type { StreamEvent } from './stream.published.ts';
import { bindStreamRoutes } from './stream.routes.ts';
import { createStreams } from './stream.service.ts';

type Tx = {
  readonly events: EventStore;
  readonly submissions: Pick<SubmissionStore, 'find'>;
  readonly publish: (event: StreamEvent) => Promise<void>;
};

export function composeStream(
  platform: PlatformServices<Tx>,
  { ownersOf, isLive }: Pick<Parameters<typeof createStreams>[0], 'ownersOf' | 'isLive'>,
) {
  const { stores, inTransaction, bus, metrics, clock, log } = platform;
  const streams = createStreams({
    events: stores.events,
    submissions: stores.submissions,
    ownersOf,
    isLive,
    bus,
    clock,
  });
  const publisher = createEventPublisher({
    publishInTransaction: (number) =>
      inTransaction(async (tx) => {
        const published = await number(tx.events);
        await tx.publish({ type: 'events.numbered', published });
        return published;
      }),
    bus,
    log,
  });
  metrics.gauge('assay_streams_open', 'Open event streams', streams.openCount);
  return { streams, publisher, routes: bindStreamRoutes(streams) };
}
