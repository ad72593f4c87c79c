import type { Logger } from '../../platform/log/index.ts';
import { copyOf } from './copy-of.ts';
import type { ReadKind, ReadStore } from './reads.store.ts';

/**
 * The reads of one certificate since the last flush. The verify lane keeps a reference and counts there while the
 * period is open, because a lookup in the map of all certificates costs more than the rest of the counting.
 */
export type Counter = { reads: number; readonly period: { isOpen: boolean } };
type Deps = { readonly store: ReadStore; readonly clock: { now(): Date }; readonly log: Logger };

/** Counts are shown at most a minute late; half of that leaves room for a slow write. */
const FLUSH_EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;
/** Rows per statement. Other queries run between two statements. */
const FLUSH_BATCH = 2_000;

/** Counts reads in memory and writes them in batches: no read ever waits for a write. */
export function createReadCounter({ store, clock, log }: Deps) {
  let period = { isOpen: true };
  let counters = noCounters();
  let timer: NodeJS.Timeout | undefined;

  function counterOf(kind: ReadKind, certificateId: string): Counter {
    const known = counters[kind].get(certificateId);
    if (known !== undefined) return known;
    const counter = { reads: 0, period };
    counters[kind].set(copyOf(certificateId), counter);
    return counter;
  }

  async function flush(): Promise<void> {
    const taken = counters;
    period.isOpen = false;
    period = { isOpen: true };
    counters = noCounters();
    const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
    for (const kind of READ_KINDS) {
      for (const batch of inBatches(taken[kind], FLUSH_BATCH)) {
        const counts = batch.map(([id, { reads }]) => [id, reads] as const);
        await store.add(kind, hour, counts);
      }
    }
  }

  // Drops the counts of a failed write: they are only statistics, and keeping them could grow without limit.
  const flushAndLogFailure = () =>
    flush().catch((error: unknown) => log.warn({ err: error }, 'storing read counts failed'));

  return {
    counterOf,
    count(kind: ReadKind, certificateId: string, reads = 1): void {
      counterOf(kind, certificateId).reads += reads;
    },
    flush,
    start(): void {
      timer = setInterval(() => void flushAndLogFailure(), FLUSH_EVERY_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await flushAndLogFailure();
    },
  };
}
export type ReadCounter = ReturnType<typeof createReadCounter>;

const READ_KINDS = ['view', 'verification', 'copy'] as const;

const noCounters = (): Record<ReadKind, Map<string, Counter>> => ({
  view: new Map(),
  verification: new Map(),
  copy: new Map(),
});

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
