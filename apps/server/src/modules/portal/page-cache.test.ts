import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { type AskedPage, createPageCache } from './page-cache.ts';

const HOUR_MS = 3_600_000;
const WORLD: AskedPage = { path: '/world', query: '', accept: 'text/html', language: 'en' };

/** A page that shows one figure, with counters for its calls and renders. */
function setUp({ holdsMs = 0, bytesMax }: { holdsMs?: number; bytesMax?: number } = {}) {
  const clock = createTestClock();
  const cache = createPageCache({ clock, ...(bytesMax === undefined ? {} : { bytesMax }) });
  const counted = { calls: 0, renders: 0 };
  const data = { figure: 1 };
  const ask = async (asked: Partial<AskedPage> = {}, readsQuery = false) => {
    const call = async () => {
      counted.calls += 1;
      return { value: { figure: data.figure }, holdsMs };
    };
    const { bytes } = await cache.answer({ ...WORLD, ...asked }, call, async (given) => {
      const { figure } = (await given.call('readWorld')) as { figure: number };
      counted.renders += 1;
      return { status: 200, type: 'text/html', body: `${figure}${readsQuery ? given.query.get('q') : ''}` };
    });
    return bytes.toString();
  };
  return { clock, cache, counted, data, ask };
}

describe('createPageCache', () => {
  it('makes no calls while the data of a page is fresh', async () => {
    const { ask, counted, clock } = setUp({ holdsMs: HOUR_MS });
    for (let at = 0; at < 10; at++) await ask();
    expect(counted).toEqual({ calls: 1, renders: 1 });

    clock.advance(HOUR_MS);
    await ask();
    expect(counted).toEqual({ calls: 2, renders: 1 });
  });

  it('makes one call for concurrent requests after the data has expired', async () => {
    const { ask, counted, clock, data } = setUp({ holdsMs: HOUR_MS });
    await ask();
    clock.advance(HOUR_MS);
    data.figure = 2;

    const pages = await Promise.all(Array.from({ length: 20 }, (_, at) => ask({ query: `q=${at}` })));

    expect(pages).toEqual(Array(20).fill('2'));
    expect(counted).toEqual({ calls: 2, renders: 2 });
  });

  it('makes a call for every request if the data may change at any moment', async () => {
    const { ask, counted } = setUp();
    await ask();

    await Promise.all([ask(), ask(), ask()]);

    expect(counted).toEqual({ calls: 4, renders: 1 });
  });

  it('renders again only if an answer differs', async () => {
    const { ask, counted, data } = setUp();
    expect([await ask(), await ask()]).toEqual(['1', '1']);
    data.figure = 2;

    expect([await ask(), await ask()]).toEqual(['2', '2']);
    expect(counted).toEqual({ calls: 4, renders: 2 });
  });

  it('shares one page among queries that it does not read, and keeps one for each query that it reads', async () => {
    const { ask, counted } = setUp({ holdsMs: HOUR_MS });
    for (const query of ['', 'a=1', 'b=2']) await ask({ query });
    expect(counted.renders).toBe(1);

    expect(await ask({ path: '/check', query: 'q=one' }, true)).toBe('1one');
    expect(await ask({ path: '/check', query: 'q=two' }, true)).toBe('1two');
  });

  it('keeps one page for each language', async () => {
    const { ask, counted } = setUp({ holdsMs: HOUR_MS });
    for (const language of ['en', 'de', 'en', 'de']) await ask({ language });
    expect(counted.renders).toBe(2);
  });

  it('keeps at most its byte limit, and evicts the least recently used page', async () => {
    const { ask, cache, counted } = setUp({ holdsMs: HOUR_MS, bytesMax: 10 * 1_100 });
    for (let at = 0; at < 50; at++) await ask({ path: `/world/actors/${at}` });
    expect(cache.size().bytes).toBeLessThanOrEqual(10 * 1_100);
    counted.renders = 0;

    await ask({ path: '/world/actors/49' });
    await ask({ path: '/world/actors/0' });
    expect(counted.renders).toBe(1);
  });

  it('does not keep failures', async () => {
    const cache = createPageCache({ clock: createTestClock() });
    const call = async () => ({ value: 1, holdsMs: HOUR_MS });
    await cache.answer(WORLD, call, async () => ({ status: 404, type: 'text/html', body: 'no' }));

    expect(cache.size()).toEqual({ pages: 0, bytes: 0 });
  });
});
