import type { PublishedRow } from '../../platform/events/index.ts';

/** Events of the stream, published in the transaction of the change. */
export type StreamEvent =
  /** Committed events have just been numbered in the single order that readers follow. */
  { readonly type: 'events.numbered'; readonly published: readonly PublishedRow[] };
