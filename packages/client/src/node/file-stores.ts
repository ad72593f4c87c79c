import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FeedMark, FeedMarkStore } from '../registry.ts';
import type { Seen, SeenStore } from '../seen.ts';
import { isCount, isDict, isHash32, isSha256, isStatus, isText, isTime } from '../shape.ts';
import type { RootStore } from '../trust.ts';

type Memory = { readonly seen: Record<string, unknown>; feed?: unknown; trustRoot?: unknown };

/**
 * The client's stores in one JSON file: first verifications, the newest feed, the newest trust root. With these options
 * a client trusts the keys that the service presents first, and no others later.
 * An unreadable file is an error, not an empty store: an attacker would benefit from lost data.
 */
export function fileStores(path: string) {
  let chain: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Memory> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{"seen":{}}';
      throw error;
    });
    const memory: unknown = JSON.parse(text);
    if (!isDict(memory) || !isDict(memory.seen))
      throw new Error(`${path} is damaged. Inspect the file, then remove it.`);
    return memory as unknown as Memory;
  }

  /** Applies one change at a time, each written atomically. */
  function change(edit: (memory: Memory) => void): Promise<void> {
    const step = chain.then(async () => {
      const memory = await read();
      edit(memory);
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
      await writeFile(draft, `${JSON.stringify(memory, null, 1)}\n`, { mode: 0o600 });
      await rename(draft, path);
    });
    chain = step.catch(() => undefined);
    return step;
  }

  const seen: SeenStore = {
    async get(certificateId) {
      const found = Object.getOwnPropertyDescriptor((await read()).seen, certificateId)?.value;
      if (found === undefined) return undefined;
      if (!isSeen(found)) throw new Error(`${path} is damaged at ${certificateId}. Inspect the file, then remove it.`);
      return found;
    },
    set: (certificateId, value) => change((memory) => Object.assign(memory.seen, { [certificateId]: value })),
  };
  const marks: FeedMarkStore = {
    async get() {
      const { feed } = await read();
      if (feed !== undefined && !isMark(feed))
        throw new Error(`${path} is damaged at "feed". Inspect the file, then remove it.`);
      return feed;
    },
    set: (mark) => change((memory) => Object.assign(memory, { feed: mark })),
  };
  const root: RootStore = {
    get: async () => (await read()).trustRoot,
    set: (document) => change((memory) => Object.assign(memory, { trustRoot: document })),
  };
  /** Whether a certificate of exactly this bundle was valid at its first verification here. */
  async function knowsBundle(bundleSha256: string): Promise<boolean> {
    const all = Object.values((await read()).seen);
    return all.some((each) => isSeen(each) && each.bundleSha256 === bundleSha256 && each.status === 'APPROVED');
  }
  return { seen, marks, root, trust: { firstUse: root }, knowsBundle };
}

const isMark = (value: unknown): value is FeedMark => isDict(value) && isText(value.issuer) && isCount(value.sequence);
const isSeen = (value: unknown): value is Seen =>
  isDict(value) &&
  isTime(value.certificateIssuedAt) &&
  isHash32(value.payloadHash) &&
  isSha256(value.bundleSha256) &&
  isStatus(value.status) &&
  isTime(value.firstSeenAt);
