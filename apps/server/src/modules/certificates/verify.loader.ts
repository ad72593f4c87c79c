import type { CurrentRow } from './certificates.store.ts';

type Waiting = { resolve: (row: CurrentRow | undefined) => void; reject: (error: unknown) => void };

/** Ids asked for in one query; more than the connections of a busy process ask at once. */
const BATCH_MAX = 256;

/**
 * Asks for all certificates that were wanted in one turn of the event loop with one query: under load, what is not in
 * memory costs a share of a round trip instead of a round trip each.
 */
export function createCertificateLoader(findCurrent: (ids: readonly string[]) => Promise<CurrentRow[]>) {
  let waiting = new Map<string, Waiting[]>();

  function flush(): void {
    const batch = waiting;
    waiting = new Map();
    const ids = [...batch.keys()];
    for (let at = 0; at < ids.length; at += BATCH_MAX) void load(ids.slice(at, at + BATCH_MAX), batch);
  }

  async function load(ids: readonly string[], batch: ReadonlyMap<string, Waiting[]>): Promise<void> {
    try {
      const rows = new Map((await findCurrent(ids)).map((row) => [row.sealed.id, row]));
      for (const id of ids) for (const { resolve } of batch.get(id) ?? []) resolve(rows.get(id));
    } catch (error) {
      for (const id of ids) for (const { reject } of batch.get(id) ?? []) reject(error);
    }
  }

  return (id: string): Promise<CurrentRow | undefined> =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(flush);
      const others = waiting.get(id);
      if (others === undefined) waiting.set(id, [{ resolve, reject }]);
      else others.push({ resolve, reject });
    });
}
