import type { PublishedRow } from '../../platform/events/index.ts';

/** What the stream tells others, in the transaction in which it happens. */
export type StreamEvent =
  /** Committed events have just got their place in the one order that readers follow. */
  { readonly type: 'events.numbered'; readonly published: readonly PublishedRow[] };
