import { TICKS_PER_MONTH, view } from '@assay/economy/world';
import type { World, WorldMap } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MANUAL_WORLD, SMALL_VALIDATOR, smallWorld } from '../../testing/small-world.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const PLAYER = '22222222-2222-7222-8222-222222222222';
const THIRD_PARTY = '99999999-9999-7999-8999-999999999999';
const BY = { principal: 'operator' };
type Page<Item> = { items: Item[]; nextCursor: string | null };

let server: TestServer;
let own: { authorization: string };
let cityId: string;
beforeAll(async () => {
  server = await startTestServer({ env: MANUAL_WORLD, genesis: smallWorld(2) });
  const { world } = server.app;
  const amount = '900000000';
  await server.app.inTransaction(async (tx) => {
    await world.appendIn(tx, { kind: 'actor.join', actorId: PLAYER, name: 'Zed' }, BY);
    const to = { type: 'actor', id: PLAYER } as const;
    await world.appendIn(tx, { kind: 'money.issue', to, amount, reason: 'topup', reference: 'p1' }, BY);
  });
  await world.stepBy(1);
  const actor = { actorId: PLAYER, walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const;
  own = { authorization: `Bearer ${(await server.app.credentials.mintApiKey(actor)).apiKey}` };
  await world.stepBy(3); // Past the end of the month.
  await server.published();
  cityId = view.cities(world.now())[0]?.id ?? '';
}, 60_000);
afterAll(() => server.close());

const get = async <T>(path: string, headers = {}): Promise<T> => {
  const answer = await server.get(`/api/v1${path}`, headers);
  expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, '']);
  return answer.body as T;
};
const refusal = async (path: string, headers = {}) => {
  const { status, body } = await server.get(`/api/v1${path}`, headers);
  return [status, (body as { code: string }).code];
};

describe('the world', () => {
  it('shows its clock, its leaders, and a proof for every hour', async () => {
    const seen = await get<{ tick: number; chainHash: string; leaderboards: { wealth: unknown[] } }>('/world');
    const proof = await get<{ chainHash: string; previous: string }>(`/world/proof/${seen.tick - 1}`);
    const before = await get<{ chainHash: string }>(`/world/proof/${seen.tick - 2}`);

    expect(seen).toMatchObject({ state: 'RUNNING', population: 200, cities: 3, nextTickAt: null });
    expect(seen.leaderboards.wealth).toHaveLength(10);
    expect([proof.chainHash, proof.previous]).toEqual([seen.chainHash, before.chainHash]);
    expect(await refusal(`/world/proof/${seen.tick}`)).toEqual([404, 'tick_not_found']);
    expect(await refusal('/world/proof/x')).toEqual([404, 'tick_not_found']);
  });

  it('shows activities, roads and trade on one map', async () => {
    const [{ items: cities }, map, { population }] = await Promise.all([
      get<{ items: { id: string; population: number }[] }>('/cities'),
      get<WorldMap>('/world/map'),
      get<{ population: number }>('/world'),
    ]);
    const busy = map.cities.flatMap(({ activities }) => Object.values(activities));

    expect(map.cities.map(({ cityId }) => cityId).sort()).toEqual(cities.map(({ id }) => id).sort());
    expect(busy.reduce((sum, count) => sum + count, 0)).toBe(population);
    expect(map.roads).toHaveLength(3);
    for (const { fromCityId, toCityId } of [...map.roads, ...map.trade]) expect(fromCityId).not.toBe(toCityId);
  });

  it('tags every public answer with its hour, and answers 304 if it has not changed', async () => {
    const first = await server.get('/api/v1/actors?limit=2');
    const again = await server.get('/api/v1/actors?limit=2', { 'if-none-match': first.headers.get('etag') ?? '' });

    const tick = first.headers.get('x-world-tick');
    expect(first.headers.get('etag')).toMatch(new RegExp(`^"t${tick}-`));
    expect([again.status, first.headers.get('cache-control')]).toEqual([304, 'public, max-age=0']);
  });

  it('lets only the operator of a development server advance hours manually', async () => {
    const before = server.app.world.now().tick;

    const stepped = await server.operate('/api/v1/operator/world/step', { ticks: 2 });

    expect([stepped.status, stepped.body]).toMatchObject([200, { tick: before + 2 }]);
    expect((await server.operate('/api/v1/operator/world/step', { ticks: 0 })).status).toBe(422);
    expect((await server.post('/api/v1/operator/world/step', { ticks: 1 })).status).toBe(401);
  });
});

describe('the world page', () => {
  const page = async (query = '') => (await server.get(`/world${query}`, { accept: 'text/html' })).text;

  it('has the same bytes within an hour regardless of the query string, and shows the next hour after it', async () => {
    const first = await page();
    expect([await page(), await page('?utm_source=elsewhere')]).toEqual([first, first]);

    await server.operate('/api/v1/operator/world/step', { ticks: 1 });

    const { worldTime } = await get<{ worldTime: string }>('/world');
    const next = await page();
    expect(next).not.toBe(first);
    expect(next).toContain(worldTime);
  });

  it('shows the newest events in the language of the reader', async () => {
    const order = { kind: 'admin.salaries', cityId, percentage: 0.05, reason: 'More applicants.' } as const;
    await server.app.inTransaction((tx) => server.app.world.appendIn(tx, order, BY));
    await server.app.world.stepBy(1);
    await server.published();
    await server.app.world.stepBy(1);

    const { announcements, headlines } = await get<World>('/world');
    const city = view.city(server.app.world.now(), cityId)?.name;
    expect(headlines[0]).toEqual({ kind: 'city.policy_changed', city, business: null, code: 'SALARY_FACTOR' });
    expect(announcements[0]).toBe(`${city} changed its salary factor.`);
    const { text } = await server.get('/world', { accept: 'text/html', 'accept-language': 'de' });
    expect(text).toContain(`<bdi>${city}</bdi>: Regelung geändert: Gehaltsfaktor.`);
  });
});

describe('streams of the world', () => {
  const firstFrame = async (topics: string, headers = {}) => {
    const abort = new AbortController();
    const stream = await fetch(`${server.url}/api/v1/stream?topics=${topics}&since=0`, {
      headers,
      signal: abort.signal,
    });
    expect(stream.status).toBe(200);
    let text = '';
    if (stream.body === null) throw new Error('The stream has no body.');
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += read.value;
      const data = /^data: (.*)$/m.exec(text)?.[1];
      if (data === undefined || !text.includes(`${data}\n\n`)) continue;
      abort.abort();
      return JSON.parse(data) as { tick: number; cityId: string; actorId: string };
    }
    throw new Error('The stream ended.');
  };

  it("are by topic: all public events, one city, or the caller's actor", async () => {
    expect(await firstFrame('world')).toMatchObject({ tick: expect.any(Number) });
    expect(await firstFrame(`city:${cityId}`)).toMatchObject({ cityId });
    expect(await firstFrame('actor', own)).toMatchObject({ actorId: PLAYER });
    expect(await refusal('/stream?topics=actor')).toEqual([403, 'topic_forbidden']);
    expect(await refusal('/stream?topics=city:x')).toEqual([422, 'validation_failed']);
  });
});

describe('actors', () => {
  it('are found by name, city and kind, and listed once across pages', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await get<Page<{ id: string; name: string }>>(`/actors?limit=100${cursor}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    const players = await get<Page<{ name: string }>>(`/actors?kind=PLAYER&q=zE`);
    const local = await get<Page<{ cityId: string }>>(`/actors?cityId=${cityId}&limit=100`);

    expect([seen.length, new Set(seen).size]).toEqual([201, 201]);
    expect(players.items).toMatchObject([{ name: 'Zed' }]);
    expect(new Set(local.items.map((actor) => actor.cityId))).toEqual(new Set([cityId]));
  });

  it('show their possessions and relationships', async () => {
    const actor = await get<{ state: { balance: string }; wallet: { balance: string } }>(`/actors/${PLAYER}`);
    const state = await get<{ balance: string }>(`/actors/${PLAYER}/state`);
    const everybody = await get<Page<{ id: string }>>('/actors?limit=20');
    const friends = await Promise.all(
      everybody.items.map(({ id }) => get<Page<{ affinity: number }>>(`/actors/${id}/relationships?limit=5`)),
    );

    expect(actor).toMatchObject({ id: PLAYER, name: 'Zed', kind: 'PLAYER', validator: null });
    expect([state.balance, actor.state.balance]).toEqual([actor.wallet.balance, actor.wallet.balance]);
    expect(friends.some(({ items }) => items.length > 0)).toBe(true);
    for (const path of ['inventory', 'businesses'])
      expect(await get(`/actors/${PLAYER}/${path}`)).toHaveProperty('items');
  });

  it('reject unknown ids and invalid queries with an error code', async () => {
    for (const path of ['', '/state', '/inventory', '/relationships', '/businesses'])
      expect([path, await refusal(`/actors/${THIRD_PARTY}${path}`)]).toEqual([path, [404, 'actor_not_found']]);
    for (const path of ['/actors/x', '/cities/x', '/businesses/x']) expect((await refusal(path))[0]).toBe(404);
    for (const path of [
      '/actors?kind=GHOST',
      '/actors?cityId=nowhere',
      '/actors?limit=101',
      '/actors?cursor=zzz',
      '/businesses?sort=luck',
      '/businesses?sector=MAGIC',
      `/actors/${PLAYER}/relationships?type=ENVY`,
    ])
      expect([path, await refusal(path)]).toEqual([path, [422, 'validation_failed']]);
  });

  it('change by their own key from the next hour on', async () => {
    const change = (id: string, headers: Record<string, string>) =>
      server.request(
        'PATCH',
        `/api/v1/actors/${id}`,
        { 'content-type': 'application/json', ...headers },
        JSON.stringify({ autonomy: 0 }),
      );
    const changed = change(PLAYER, own);
    await waiting();
    await server.app.world.stepBy(1);

    expect((await changed).body).toMatchObject({ id: PLAYER, state: { autonomy: 0 } });
    expect((await change(SMALL_VALIDATOR, own)).body).toMatchObject({ code: 'actor_not_owned' });
    expect((await change(PLAYER, {})).status).toBe(401);
  });
});

/** Waits until a player's input is in the log and not yet assigned to an hour. The service submits inputs of its own. */
const waiting = () =>
  vi.waitFor(async () => {
    const { rowCount } = await server.database.pool.query(
      "SELECT FROM world_inputs WHERE assigned_tick IS NULL AND principal NOT IN ('service', 'ledger')",
    );
    expect(rowCount).toBe(1);
  }, 60_000);

describe('private data', () => {
  it('is readable only with its own key and for the operator', async () => {
    const paths = (id: string) => [`/wallet/${id}`, `/wallet/${id}/transactions`, `/actors/${id}/events`];

    for (const path of paths(PLAYER)) {
      await get(path, own);
      await get(path, OPERATOR);
      expect(await refusal(path)).toEqual([401, 'unauthenticated']);
    }
    for (const path of paths(SMALL_VALIDATOR)) expect(await refusal(path, own)).toEqual([403, 'actor_not_owned']);
    for (const path of paths(THIRD_PARTY)) expect(await refusal(path, OPERATOR)).toEqual([404, 'actor_not_found']);
  });

  it('is consistent: the balance equals the sum of all transactions', async () => {
    const wallet = await get<{ available: string }>(`/wallet/${PLAYER}`, own);
    const { items } = await get<Page<{ amount: string; balanceAfter: string; kind: string; tick: number }>>(
      `/wallet/${PLAYER}/transactions?limit=100`,
      own,
    );
    const topUps = await get<Page<{ kind: string }>>(`/wallet/${PLAYER}/transactions?kind=TOPUP`, own);

    expect(items[0]?.balanceAfter).toBe(wallet.available);
    expect(items.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(BigInt(wallet.available));
    expect(topUps.items).toMatchObject([{ kind: 'TOPUP', amount: '900000000', counterparty: { type: 'issue' } }]);
    expect(await refusal(`/wallet/${PLAYER}/transactions?kind=LUCK`, own)).toEqual([422, 'validation_failed']);
  });

  it('lists the events of an actor, newest first or from a position onwards', async () => {
    const events = (query: string) =>
      get<Page<{ seq: number; kind: string; actorId: string }>>(`/actors/${PLAYER}/events?${query}`, own);
    const all = await events('limit=100');
    const [oldest] = all.items.slice(-1);

    const feed = await events(`sinceSeq=${oldest?.seq}&limit=2`);

    expect(oldest).toMatchObject({ kind: 'actor.born', actorId: PLAYER });
    expect(feed.items).toEqual(all.items.toReversed().slice(1, 3));
    expect((await events('kind=actor.born')).items).toHaveLength(1);
    expect((await events('kind=actor.born&kind=actor.moved&sinceTick=99999999')).items).toEqual([]);
  });
});

describe('cities', () => {
  it('show their policies, figures, housing and vacancies', async () => {
    const { items } = await get<Page<{ id: string; population: number }>>('/cities');

    expect(items).toHaveLength(3);
    expect(items.reduce((sum, { population }) => sum + population, 0)).toBe(200);
    for (const path of ['', '/economy', '/economy/summary', '/properties?limit=3', '/vacancies', '/proposals'])
      await get(`/cities/${cityId}${path}`);
    expect(await refusal(`/cities/${THIRD_PARTY}/economy`)).toEqual([404, 'city_not_found']);
  });

  it('list the homes and businesses that are for sale, the cheapest first', async () => {
    type Offer = { id: string; salePrice: string | null };
    for (const path of [`/cities/${cityId}/properties?`, `/businesses?cityId=${cityId}&`]) {
      const all = (await get<Page<Offer>>(`${path}limit=100`)).items;
      const offers = (await get<Page<Offer>>(`${path}forSale=true&sort=price&limit=100`)).items;
      const first = await get<Page<Offer>>(`${path}sort=price&limit=2`);
      const second = await get<Page<Offer>>(`${path}sort=price&limit=2&cursor=${first.nextCursor}`);

      expect(offers.length).toBeGreaterThan(3);
      expect(offers.map(({ id }) => id).toSorted()).toEqual(
        all.flatMap(({ id, salePrice }) => (salePrice === null ? [] : [id])).toSorted(),
      );
      const prices = offers.map(({ salePrice }) => Number(salePrice));
      expect(prices).toEqual(prices.toSorted((one, other) => one - other));
      expect([...first.items, ...second.items]).toEqual(offers.slice(0, 4));
      const others = (await get<Page<Offer>>(`${path}forSale=false&limit=100`)).items;
      expect(others.length).toBe(all.length - offers.length);
      expect(await refusal(`${path}forSale=yes`)).toEqual([422, 'validation_failed']);
    }
  });

  it('keep a record of every month', async () => {
    const { items } = await get<Page<{ tick: number; provisional: boolean }>>(`/cities/${cityId}/economy/history`);

    expect(items).toMatchObject([{ cityId, provisional: false, periodEnd: TICKS_PER_MONTH }]);
  });
});

describe('businesses', () => {
  it('are found by city, owner, sector, type, status and name, in the requested order', async () => {
    const list = async (query: string) =>
      (await get<Page<Record<string, string> & { workers: number }>>(`/businesses?limit=100&${query}`)).items;
    const food = await list('sector=FOOD&sort=workers');
    const first = food[0];

    expect(food.map(({ workers }) => workers)).toEqual(food.map(({ workers }) => workers).sort((a, b) => b - a));
    for (const query of [
      `cityId=${first?.cityId}`,
      `ownerId=${first?.ownerId}`,
      `type=${first?.type}`,
      `q=${first?.name}`,
    ])
      expect((await list(query)).map(({ id }) => id)).toContain(first?.id);
    expect(await list(`ownerId=${THIRD_PARTY}`)).toEqual([]);
    expect((await list('sort=sales'))[0]).toHaveProperty('id');
    expect((await list('status=ACTIVE&sort=founded')).length).toBeGreaterThan(3);
  });

  it('show their months, wages and loans', async () => {
    const { items } = await get<Page<{ id: string }>>('/businesses?sector=GOODS&sort=workers&limit=1');
    const id = items[0]?.id;
    const { items: banks } = await get<Page<{ id: string }>>('/businesses?sector=BANK&limit=1');

    const payroll = await get<{ items: { net: string; gross: string; tax: string }[] }>(
      `/businesses/${id}/payroll?limit=2`,
    );

    expect(await get(`/businesses/${id}`)).toMatchObject({ history: [{ tick: TICKS_PER_MONTH }] });
    expect(payroll.items.length).toBeGreaterThan(0);
    for (const { gross, tax, net } of payroll.items) expect(BigInt(tax) + BigInt(net)).toBe(BigInt(gross));
    for (const role of ['BORROWER', 'LENDER']) await get(`/businesses/${id}/loans?role=${role}`);
    expect(await get(`/businesses/${banks[0]?.id}/loans?role=LENDER&status=ACTIVE`)).toHaveProperty('items');
    expect(await refusal(`/businesses/${THIRD_PARTY}/loans`)).toEqual([404, 'business_not_found']);
  });
});

describe('a suggestion', () => {
  let intents = 0;
  const submit = async (params: Record<string, unknown>, change = {}) => {
    intents += 1;
    const id = `33333333-3333-7333-8333-${String(intents).padStart(12, '0')}`;
    const type = 'INTENT_SET_SAVINGS_GOAL';
    const intent = { id, actorId: PLAYER, type, params, priority: 1, source: 'owner_suggestion', ...change } as const;
    await server.app.inTransaction((tx) =>
      server.app.world.appendIn(tx, { kind: 'intent.submit', intent }, { principal: `actor:${PLAYER}` }),
    );
    await server.app.world.stepBy(1);
    return id;
  };

  it('is readable by its owner with its outcome', async () => {
    const id = await submit({ shareBp: 1000 });

    expect(await get(`/intents/${id}`, own)).toMatchObject({ id, status: 'EXECUTED', type: 'INTENT_SET_SAVINGS_GOAL' });
    expect(await refusal(`/intents/${THIRD_PARTY}`, own)).toEqual([404, 'intent_not_found']);
    expect(await refusal(`/intents/${id}`)).toEqual([401, 'unauthenticated']);
  });

  it('can be cancelled while it is queued, and not afterwards', async () => {
    const id = await submit({ shareBp: 2000 }, { notBeforeTick: 9_000 });
    expect(await get(`/intents/${id}`, own)).toMatchObject({ status: 'QUEUED' });
    const cancel = () => server.post(`/api/v1/intents/${id}/cancel`, {}, own);

    const cancelled = cancel();
    await waiting();
    await server.app.world.stepBy(1);

    expect((await cancelled).body).toMatchObject({ id, status: 'CANCELLED' });
    expect((await cancel()).body).toMatchObject({ code: 'intent_wrong_state' });
  });
});
