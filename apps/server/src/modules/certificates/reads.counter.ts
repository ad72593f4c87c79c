import type { Logger } from '../../platform/log/index.ts';
import { copyOf } from './copy-of.ts';
import type { ReadKind, ReadStore } from './reads.store.ts';

type Deps = { readonly store: ReadStore; readonly clock: { now(): Date }; readonly log: Logger };

/** Counts are shown at most a minute late; half of that leaves room for a slow write. */
const FLUSH_EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;
/** Rows of one statement: between two of them others get their turn. */
const FLUSH_BATCH = 2_000;

/** Counts reads in memory and writes them in batches: no read ever waits for a write. */
export function createReadCounter({ store, clock, log }: Deps) {
  let counts = { view: new Map<string, number>(), verification: new Map<string, number>() };
  let timer: NodeJS.Timeout | undefined;

  function count(kind: ReadKind, certificateId: string, reads = 1): void {
    const byId = counts[kind];
    const before = byId.get(certificateId);
    if (before === undefined) byId.set(copyOf(certificateId), reads);
    else byId.set(certificateId, before + reads);
  }

  async function flush(): Promise<void> {
    const taken = counts;
    counts = { view: new Map(), verification: new Map() };
    const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
    for (const kind of ['view', 'verification'] as const) {
      for (const batch of inBatches(taken[kind], FLUSH_BATCH)) await store.add(kind, hour, batch);
    }
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

function* inBatches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
