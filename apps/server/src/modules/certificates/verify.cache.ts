/** Ready bytes of one verify answer. The text is ASCII, so that one character is one byte on the wire. */
export type ReadyVerify = { readonly body: string; readonly etag: string };
type Entry = ReadyVerify & { isUsed: boolean };

/** What an entry costs beside its body: two strings' headers, the object and its place in the map. */
const ENTRY_OVERHEAD_BYTES = 240;

/**
 * A bounded map of prepared answers. Eviction gives every entry a second chance: a hit only sets a flag, so the hot
 * path never reorders anything.
 */
export function createVerifyCache(bytesMax: number) {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const costOf = (entry: ReadyVerify) => entry.body.length + entry.etag.length + ENTRY_OVERHEAD_BYTES;

  function drop(id: string): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    bytes -= costOf(entry);
  }

  function makeRoom(needed: number): void {
    for (const [id, entry] of entries) {
      if (bytes + needed <= bytesMax) return;
      entries.delete(id);
      if (entry.isUsed) {
        entry.isUsed = false;
        entries.set(id, entry); // back of the queue; dropped next time round unless hit again
      } else {
        bytes -= costOf(entry);
      }
    }
  }

  return {
    find(id: string): ReadyVerify | undefined {
      const entry = entries.get(id);
      if (entry !== undefined) entry.isUsed = true;
      return entry;
    },
    keep(id: string, ready: ReadyVerify): void {
      drop(id);
      const cost = costOf(ready);
      if (cost > bytesMax) return;
      makeRoom(cost);
      entries.set(id, { ...ready, isUsed: false });
      bytes += cost;
    },
    drop,
    clear(): void {
      entries.clear();
      bytes = 0;
    },
    size: () => ({ entries: entries.size, bytes }),
  };
}
export type VerifyCache = ReturnType<typeof createVerifyCache>;
