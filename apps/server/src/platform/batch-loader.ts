type Waiting<Row> = { resolve: (row: Row | undefined) => void; reject: (error: unknown) => void };

/** Ids per query. Exceeds the number of connections that ask concurrently in a busy process. */
const BATCH_MAX = 256;

/**
 * Loads all rows requested in one turn of the event loop with a single query. Under load, each request costs a share of
 * a round trip.
 */
export function createBatchLoader<Row>(find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>) {
  let waiting = new Map<string, Waiting<Row>[]>();

  function flush(): void {
    const batch = waiting;
    waiting = new Map();
    const ids = [...batch.keys()];
    for (let at = 0; at < ids.length; at += BATCH_MAX) void load(ids.slice(at, at + BATCH_MAX), batch);
  }

  async function load(ids: readonly string[], batch: ReadonlyMap<string, Waiting<Row>[]>): Promise<void> {
    try {
      const rows = await find(ids);
      for (const id of ids) for (const { resolve } of batch.get(id) ?? []) resolve(rows.get(id));
    } catch (error) {
      for (const id of ids) for (const { reject } of batch.get(id) ?? []) reject(error);
    }
  }

  return (id: string): Promise<Row | undefined> =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(flush);
      const others = waiting.get(id);
      if (others === undefined) waiting.set(id, [{ resolve, reject }]);
      else others.push({ resolve, reject });
    });
}
