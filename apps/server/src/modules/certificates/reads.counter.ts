import type { Logger } from '../../platform/log/index.ts';
import type { ReadCount, ReadKind, ReadStore } from './reads.store.ts';

type Deps = { readonly store: ReadStore; readonly clock: { now(): Date }; readonly log: Logger };

/** Counts are shown at most a minute late; a quarter of that leaves room for a slow write. */
const FLUSH_EVERY_MS = 15_000;
const HOUR_MS = 3_600_000;
/** Rows of one INSERT, well under the 65,535 parameters of the protocol. */
const FLUSH_BATCH = 1_000;

/** Counts reads in memory and writes them in batches: no read ever waits for a write. */
export function createReadCounter({ store, clock, log }: Deps) {
  let counts = { view: new Map<string, number>(), verification: new Map<string, number>() };
  let timer: NodeJS.Timeout | undefined;

  function count(kind: ReadKind, certificateId: string, reads = 1): void {
    const byId = counts[kind];
    byId.set(certificateId, (byId.get(certificateId) ?? 0) + reads);
  }

  async function flush(): Promise<void> {
    const taken = counts;
    counts = { view: new Map(), verification: new Map() };
    const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
    const rows = (['view', 'verification'] as const).flatMap((kind) =>
      // Sorted, so that two processes lock the same rows in the same order.
      [...taken[kind]]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([certificateId, reads]): ReadCount => ({ certificateId, kind, hour, reads })),
    );
    for (let at = 0; at < rows.length; at += FLUSH_BATCH) await store.add(rows.slice(at, at + FLUSH_BATCH));
  }

  // Counts lost with a failed write are a statistic, not a promise: keeping them could grow without end.
  const flushQuietly = () =>
    flush().catch((error: unknown) => log.warn({ err: error }, 'read counts were not written'));

  return {
    count,
    flush,
    start(): void {
      timer = setInterval(() => void flushQuietly(), FLUSH_EVERY_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}
export type ReadCounter = ReturnType<typeof createReadCounter>;
