import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { CallInput, PageAnswer } from '@assay/portal/server';
import type { Call, CallResult } from '../../platform/http/index.ts';
import { etagOf } from '../../platform/http/index.ts';

/** Bytes of cached pages. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Added per entry for keys and digests. */
const ENTRY_BYTES = 1_024;

export type RenderedPage = Omit<PageAnswer, 'body'> & { readonly bytes: Buffer; readonly etag: string };
export type AskedPage = {
  readonly path: string;
  readonly query: string;
  readonly accept: string;
  readonly language: string;
};
type Render = (given: {
  readonly query: URLSearchParams;
  readonly call: (name: string, input?: CallInput) => Promise<unknown>;
}) => Promise<PageAnswer>;
type Asked = { readonly name: string; readonly input: CallInput | undefined; readonly digest: string };
type Kept = {
  readonly page: RenderedPage;
  readonly asked: readonly Asked[];
  readonly until: number;
  /** Its data has a lifetime: `until` was in the future when the page was rendered. */
  readonly isHeld: boolean;
};

/**
 * Caches rendered pages while their data is valid. A page is a function of its address and its API calls. While the
 * data is valid (an hour of the world), the bytes are sent unchanged. Afterwards the calls are repeated, and the page
 * is rendered again only if an answer differs.
 */
export function createPageCache({ clock, bytesMax = KEPT_BYTES_MAX }: { clock: { now(): Date }; bytesMax?: number }) {
  /** In order of use; the most recently used page is last. */
  const pages = new Map<string, Kept>();
  let bytes = 0;
  /** Pages in progress. Concurrent requests wait for them instead of rendering the same page. */
  const making = new Map<string, Promise<RenderedPage>>();

  const weightOf = ({ page }: Kept): number => page.bytes.length + ENTRY_BYTES;

  function drop(key: string): void {
    const kept = pages.get(key);
    if (kept !== undefined && pages.delete(key)) bytes -= weightOf(kept);
  }

  function keep(key: string, kept: Kept): void {
    drop(key);
    pages.set(key, kept);
    bytes += weightOf(kept);
    for (const oldest of pages.keys()) {
      if (bytes <= bytesMax) return;
      drop(oldest);
    }
  }

  /** A page that never reads its query is the same page for every query. */
  function find(asked: AskedPage): { readonly key: string; readonly kept: Kept } | undefined {
    for (const key of [keyOf(asked), keyOf(asked, asked.query)]) {
      const kept = pages.get(key);
      if (kept !== undefined) return { key, kept };
    }
    return undefined;
  }

  function findFresh(asked: AskedPage): RenderedPage | undefined {
    const found = find(asked);
    return found !== undefined && clock.now().getTime() < found.kept.until ? found.kept.page : undefined;
  }

  async function answer(asked: AskedPage, call: Call, render: Render): Promise<RenderedPage> {
    const fresh = findFresh(asked);
    if (fresh !== undefined) return fresh;
    const lapsed = find(asked);
    // Data without a lifetime is read again for each caller, so that callers see their own writes.
    if (lapsed === undefined || !lapsed.kept.isHeld) return make(asked, call, render);
    const { key } = lapsed;
    const others = making.get(key);
    if (others !== undefined) {
      await others.catch(() => undefined);
      const made = findFresh(asked);
      if (made !== undefined) return made;
    }
    const own = make(asked, call, render).finally(() => {
      if (making.get(key) === own) making.delete(key);
    });
    making.set(key, own);
    return own;
  }

  async function make(asked: AskedPage, call: Call, render: Render): Promise<RenderedPage> {
    const now = clock.now().getTime();
    const found = find(asked);
    const again = await askAgain(found?.kept.asked ?? [], call);
    if (found !== undefined && again.isSame) {
      keep(found.key, { ...found.kept, until: now + again.holdsMs, isHeld: again.holdsMs > 0 });
      return found.kept.page;
    }
    return renderAnew(asked, recordCalls(call, again.results), render, now);
  }

  async function renderAnew(asked: AskedPage, recorded: Recorded, render: Render, now: number): Promise<RenderedPage> {
    const query = recordReads(new URLSearchParams(asked.query));
    const { body, ...answered } = await render({ query: query.params, call: recorded.call });
    const rendered = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
    const page = { ...answered, bytes: rendered, etag: etagOf(rendered) };
    const key = keyOf(asked, query.wasRead() ? asked.query : undefined);
    const holdsMs = recorded.holdsMs();
    if (answered.status === 200) keep(key, { page, asked: recorded.asked, until: now + holdsMs, isHeld: holdsMs > 0 });
    else drop(key);
    return page;
  }

  return { answer, size: () => ({ pages: pages.size, bytes }) };
}

const keyOf = ({ path, accept, language }: AskedPage, query?: string): string =>
  `${language} ${accept} ${path}${query === undefined ? '' : `?${query}`}`;

const digestOf = (value: unknown): string => createHash('sha256').update(serialize(value)).digest('base64');

type Again = { readonly isSame: boolean; readonly holdsMs: number; readonly results: ReadonlyMap<string, CallResult> };

/** Repeats the calls of a page. A failure here is ignored: rendering repeats the call and reports it. */
async function askAgain(asked: readonly Asked[], call: Call): Promise<Again> {
  const results = new Map<string, CallResult>();
  const same = await Promise.all(
    asked.map(async ({ name, input, digest }) => {
      const result = await call(name, input).catch(() => undefined);
      if (result !== undefined) results.set(callKey(name, input), result);
      return result !== undefined && digestOf(result.value) === digest;
    }),
  );
  return { isSame: same.every(Boolean), holdsMs: holdsMsOf([...results.values()]), results };
}

/** A page without calls depends only on this process, so it never changes. */
const holdsMsOf = (results: readonly CallResult[]): number => Math.min(...results.map(({ holdsMs }) => holdsMs));

const callKey = (name: string, input: CallInput | undefined): string => JSON.stringify([name, input ?? null]);

type Recorded = ReturnType<typeof recordCalls>;

function recordCalls(call: Call, known: ReadonlyMap<string, CallResult>) {
  const asked: Asked[] = [];
  const results: CallResult[] = [];
  return {
    asked,
    holdsMs: () => holdsMsOf(results),
    async call(name: string, input?: CallInput): Promise<unknown> {
      const result = known.get(callKey(name, input)) ?? (await call(name, input));
      asked.push({ name, input, digest: digestOf(result.value) });
      results.push(result);
      return result.value;
    },
  };
}

function recordReads(params: URLSearchParams) {
  let isRead = false;
  return {
    wasRead: () => isRead,
    params: new Proxy(params, {
      get(target, name) {
        isRead = true;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    }),
  };
}
