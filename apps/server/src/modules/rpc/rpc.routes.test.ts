import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load, save, view } from '@assay/economy/world';
import {
  AdminWriteResult,
  AnalysisResult,
  INTENT_LIMITS,
  INTENTS,
  type IntentType,
  SubmitIntentResult,
  WorldFork,
} from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { clientWith } from '../../testing/developer.ts';
import { OLD_PLAYER, ownOldPlayer, worldWithOldPlayer } from '../../testing/old-player.ts';
import { signIn } from '../../testing/sign-in.ts';
import { MANUAL_WORLD, SMALL_VALIDATOR } from '../../testing/small-world.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Answer, OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };
const wallet = createTestWallet('the old player');
let database: TestDatabase;
let server: TestServer;
let key: { readonly headers: Record<string, string> };
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    env: MANUAL_WORLD,
    genesis: { ...worldWithOldPlayer, open: openCrowded },
    database,
  });
  await ownOldPlayer(database, wallet.address, server.clock.now());
  const linked = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
  key = clientWith(server, (linked.body as { apiKey: string }).apiKey);
  await server.app.world.stepBy(1);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Removes the vacant homes in every city where the old player does not live. */
function openCrowded() {
  const world = worldWithOldPlayer.open();
  const here = view.cities(world).findIndex(({ id }) => id === view.actor(world, OLD_PLAYER)?.city.id);
  const { city, vacantPlace, standing } = world.dwelling;
  for (let d = 0; d < world.rows.dwelling; d++) {
    if (city[d] === here || (vacantPlace[d] ?? -1) < 0) continue;
    [vacantPlace[d], standing[d]] = [-1, 0];
  }
  return load(save(world));
}

const agent = (body: unknown, headers = key.headers) => server.post('/rpc/agent', body, headers);
const admin = (method: string, params: object) => server.post('/rpc/admin', { method, params }, OPERATOR);
const intent = (more: object = {}) => ({
  method: 'submitIntent',
  params: {
    actor_id: OLD_PLAYER,
    type: 'INTENT_REST',
    params: { hours: 1 },
    priority: 1,
    source: 'agent_autonomous',
    ...more,
  },
});
const refusal = (status: number, code: string) => ({ status, body: { ok: false, error: { code } } });
const cities = () => view.cities(server.app.world.now());
const elsewhere = () => {
  const here = view.actor(server.app.world.now(), OLD_PLAYER)?.city.id;
  return cities().find(({ id }) => id !== here)?.id;
};

const WAITING = 'SELECT FROM world_inputs WHERE assigned_tick IS NULL AND kind = ANY($1) LIMIT 1';
const ANSWERED = [
  'intent.submit',
  'intent.cancel',
  'admin.housing',
  'admin.expansion',
  'admin.salaries',
  'admin.proposal',
];
/** Sends a request whose input is answered by the next hour, and passes that hour. */
async function overAnHour<T>(ask: () => Promise<T>): Promise<T> {
  const asked = ask();
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(WAITING, [ANSWERED]);
    expect(rowCount).toBe(1);
  }, PATIENCE);
  await server.app.world.stepBy(1);
  return asked;
}
const resultOf = ({ body }: Answer) => (body as { result: Record<string, unknown> }).result;
const outcomeOf = async (id: unknown) => (await server.get(`/api/v1/intents/${String(id)}`, key.headers)).body;

describe('the list of intent types', () => {
  const TYPES = '/api/v1/intents/types';
  type Info = { type: string; params: object; example: object; cost: string | null; preconditions: { met: unknown }[] };
  const read = async (headers = {}) => (await server.get(TYPES, headers)).body as { items: Info[] };

  it('describes every type with its params, cost and preconditions, and examples match the schemas', async () => {
    const { items } = await read();

    expect(items.map(({ type }) => type)).toEqual(Object.keys(INTENTS));
    for (const { type, params, example, preconditions } of items) {
      expect([type, z.fromJSONSchema(params as never).safeParse(example).error]).toEqual([type, undefined]);
      expect([type, INTENTS[type as IntentType].params.safeParse(example).error]).toEqual([type, undefined]);
      expect(preconditions.every(({ met }) => met === null)).toBe(true);
    }
    expect(items.find(({ type }) => type === 'INTENT_MOVE_CITY')?.cost).toMatch(/^[1-9]\d*$/);
  });

  it('shows the actor of a key which preconditions it meets', async () => {
    const { items } = await read(key.headers);
    const move = items.find(({ type }) => type === 'INTENT_MOVE_CITY');

    expect(move?.preconditions).toContainEqual(expect.objectContaining({ code: 'no_vacant_home', met: false }));
    expect(move?.preconditions).toContainEqual(expect.objectContaining({ code: 'actor_frozen', met: true }));
    expect((await read(OPERATOR)).items[0]?.preconditions[0]?.met).toBeNull();
  });

  it('is part of the error for an unknown type', async () => {
    const { status, body } = await agent(intent({ type: 'INTENT_FLY' }));

    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: 'unknown_intent_type', details: { types: Object.keys(INTENTS) } } });
  });
});

describe('an agent', () => {
  it('submits an intent that is executed, and sees it in its events', async () => {
    const submitted = SubmitIntentResult.parse(resultOf(await overAnHour(() => agent(intent()))));

    expect(submitted).toMatchObject({ status: 'QUEUED', acceptance_probability: 1 });
    expect(await outcomeOf(submitted.intent_id)).toMatchObject({ status: 'EXECUTED', type: 'INTENT_REST' });
    await server.published();
    const params = { actor_id: OLD_PLAYER, kinds: ['intent.executed'] };
    const { events } = resultOf(await agent({ method: 'getRecentEvents', params }));
    expect(events).toMatchObject([{ kind: 'intent.executed', data: { intent_id: submitted.intent_id } }]);
  });

  it('reads its state, wallet and cities in snake_case', async () => {
    const [city] = cities();
    const state = await agent({ method: 'getAgentState', params: { actor_id: SMALL_VALIDATOR } });
    const purse = await agent({ method: 'getWallet', params: { actor_id: OLD_PLAYER } });
    const place = await agent({ method: 'getCityState', params: { city_id: city?.id } });

    expect(resultOf(state)).toMatchObject({ actor_id: SMALL_VALIDATOR, city: {}, latest_tick: expect.any(Number) });
    expect(resultOf(purse)).toMatchObject({ actor_id: OLD_PLAYER, income_month: expect.any(String) });
    expect(resultOf(place)).toMatchObject({ id: city?.id, snapshot: { city_id: city?.id } });
  });

  it('gets the first result for a repeated idempotency key, without a second intent', async () => {
    const asked = intent({ idempotency_key: 'rest-0001' });
    const first = resultOf(await overAnHour(() => agent(asked)));

    expect(resultOf(await agent(asked))).toEqual(first);
    expect(await agent(intent({ idempotency_key: 'rest-0001', params: { hours: 2 } }))).toMatchObject(
      refusal(422, 'idempotency_key_reused'),
    );
    // A key does not expire: the oldest repeat creates no second intent.
    await database.pool.query("UPDATE world_inputs SET created_at = created_at - interval '1 year'");
    expect(resultOf(await agent(asked))).toEqual(first);
  });

  it.each([
    ['an unknown intent', { type: 'INTENT_FLY' }, 422, 'unknown_intent_type'],
    ['wrong params', { params: { hours: 99 } }, 422, 'validation_failed'],
    ['params too many', { params: { hours: 1, x: 1 } }, 422, 'validation_failed'],
    ['a priority above 1', { priority: 1.5 }, 422, 'validation_failed'],
    ['a priority below 0', { priority: -0.1 }, 422, 'validation_failed'],
    ['a source that is the system’s', { source: 'system' }, 422, 'source_not_allowed'],
    ['the actor of another', { actor_id: SMALL_VALIDATOR }, 403, 'actor_not_owned'],
    ['an actor of nobody', { actor_id: randomUUID() }, 404, 'actor_not_found'],
    ['a key that is too short', { idempotency_key: 'short' }, 422, 'validation_failed'],
  ])('is rejected with %s', async (_, more, status, code) => {
    expect(await agent(intent(more))).toMatchObject(refusal(status, code));
  });

  it('gets the reason of a blocked intent', async () => {
    const now = server.app.world.now();
    const stocked = view.businesses(now, {}).map(({ id }) => view.business(now, id));
    const [shop] = stocked.toSorted((one, other) => (other?.inventory ?? 0) - (one?.inventory ?? 0));
    const nowhere = { type: 'INTENT_MOVE_CITY', params: { targetCityId: randomUUID() } };
    const poor = { type: 'INTENT_TRANSFER', params: { toActorId: SMALL_VALIDATOR, amount: '900000000000' } };
    const purse = view.wallet(now, OLD_PLAYER)?.available ?? 0n;
    const all = { type: 'INTENT_TRANSFER', params: { toActorId: SMALL_VALIDATOR, amount: purse.toString() } };
    const broke = { type: 'INTENT_BUY_GOODS', params: { businessId: shop?.id, quantity: 1 } };
    const dear = { type: 'INTENT_BUY_GOODS', params: { businessId: shop?.id, quantity: 1, maxUnitPrice: '1' } };

    const full = { type: 'INTENT_MOVE_CITY', params: { targetCityId: elsewhere() } };

    const missing = (needed: string) =>
      expect.stringMatching(new RegExp(`^Needs ${needed} marks; [\\d.]+ are available, [\\d.]+ are missing\\.$`));
    const codes = [];
    for (const more of [full, nowhere, poor, dear, all, broke]) {
      const { intent_id } = resultOf(await overAnHour(() => agent(intent(more))));
      codes.push(await outcomeOf(intent_id));
    }

    expect(codes).toMatchObject([
      { status: 'BLOCKED', reasonCode: 'no_vacant_home', reason: 'The city has no vacant home.' },
      { status: 'BLOCKED', reasonCode: 'target_not_found', reason: 'What the intent names does not exist.' },
      { status: 'BLOCKED', reasonCode: 'insufficient_funds', reason: missing('900000') },
      { status: 'BLOCKED', reasonCode: 'price_above_max', reason: expect.stringContaining('above the limit') },
      { status: 'EXECUTED', reasonCode: null, reason: null },
      { status: 'BLOCKED', reasonCode: 'insufficient_funds', reason: missing('[\\d.]+') },
    ]);
  });

  it('cannot read the wallet or events of another actor', async () => {
    for (const method of ['getWallet', 'getRecentEvents'])
      expect(await agent({ method, params: { actor_id: SMALL_VALIDATOR } })).toMatchObject(
        refusal(403, 'actor_not_owned'),
      );
    expect(await agent({ method: 'getCityState', params: { city_id: randomUUID() } })).toMatchObject(
      refusal(404, 'city_not_found'),
    );
    expect(await agent({ method: 'fly', params: {} })).toMatchObject(refusal(404, 'method_not_found'));
  });

  it('without a key, or with a key of another plane, gets an error in the form of its call', async () => {
    expect(await agent(intent(), {})).toMatchObject(refusal(401, 'unauthenticated'));
    expect(await agent({ jsonrpc: '2.0', id: 4, ...intent() }, {})).toMatchObject({
      status: 401,
      body: { jsonrpc: '2.0', id: 4, error: { code: -32_000, data: { code: 'unauthenticated' } } },
    });
    expect(await agent(intent(), OPERATOR)).toMatchObject(refusal(403, 'wrong_plane'));
    const broken = await server.request(
      'POST',
      '/rpc/agent',
      { ...key.headers, 'content-type': 'application/json' },
      '{"jsonrpc"',
    );
    expect(broken).toMatchObject({ status: 200, body: { id: null, error: { code: -32_700 } } });
  });

  it('may send a batch', async () => {
    const call = { jsonrpc: '2.0', method: 'getAgentState', params: { actor_id: OLD_PLAYER } };

    const { status, body } = await agent([{ ...call, id: 1 }, call, { ...call, id: 2, method: 'fly' }]);

    expect([status, body]).toMatchObject([
      200,
      [
        { id: 1, result: { actor_id: OLD_PLAYER } },
        { id: 2, error: { code: -32_601 } },
      ],
    ]);
  });

  it('gets an error for extra members, long texts, and hours more than a year ahead', async () => {
    const year = server.app.world.now().tick + INTENT_LIMITS.horizonTicksMax;
    const relation = { targetActorId: SMALL_VALIDATOR, type: 'TRADE' };
    const policy = { cityId: cities()[0]?.id, type: 'BENEFIT' };
    const filler = 'x'.repeat(60_000);
    const asked = [
      { type: 'INTENT_PROPOSE_RELATION', params: { ...relation, terms: { note: filler } } },
      { type: 'INTENT_PROPOSE_RELATION', params: { ...relation, terms: { maxAmount: filler } } },
      { type: 'INTENT_PROPOSE_POLICY', params: { ...policy, payload: { bp: 5_000, note: filler } } },
      { not_before_tick: year + 1 },
      { expires_at_tick: year + 1 },
    ];
    for (const one of asked) expect(await agent(intent(one))).toMatchObject(refusal(422, 'validation_failed'));

    const answer = await overAnHour(() => agent(intent({ not_before_tick: year - 1, expires_at_tick: year })));
    expect(resultOf(answer)).toMatchObject({ earliest_tick: year - 1, expires_at_tick: year });
    await overAnHour(() =>
      server.post(`/api/v1/intents/${String(resultOf(answer).intent_id)}/cancel`, {}, key.headers),
    );
  });

  it('that sends ten thousand intents in a minute has sixty processed, and the operator RPC is off without a key', async () => {
    const env = { RATE_LIMITS: undefined, GOD_API_KEY: undefined };
    const limited = await startTestServer({ env, database, clock: server.clock });
    const call = { jsonrpc: '2.0', id: 1, ...intent({ type: 'INTENT_FLY' }) };
    const send = () => limited.post('/rpc/agent', Array(20).fill(call), key.headers);

    const answers = await Promise.all(Array.from({ length: 500 }, send));
    const locked = await limited.post('/rpc/admin', { method: 'createHousing', params: {} }, OPERATOR);
    await limited.close();

    type Refused = { error: { data: { code: string } } };
    const codes = answers.flatMap(({ status, body }) =>
      status === 429 ? Array<string>(20).fill('rate_limited') : (body as Refused[]).map(({ error }) => error.data.code),
    );
    const counts = Map.groupBy(codes, (code) => code);
    expect(codes).toHaveLength(10_000);
    expect([counts.get('unknown_intent_type')?.length, counts.get('rate_limited')?.length]).toEqual([60, 9_940]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).not.toBeNull();
    expect(locked).toMatchObject(refusal(503, 'admin_disabled'));
  });
});

describe('docs/guides/world.md', () => {
  const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
  const run = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(command, [...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', ASSAY_URL: server.url, ...env },
    });

  const blocks = async (language: string) => {
    const guide = await readFile(`${ROOT}docs/guides/world.md`, 'utf8');
    return [...guide.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);
  };
  let played: Record<string, string> = {};

  it('has a script of ten lines that links a wallet and sees an intent executed, and working queries', async () => {
    const [script = ''] = await blocks('js');
    const questions = (await blocks('sh')).filter(
      (part) => part.startsWith('curl -sS') || part.startsWith('ASSAY_URL'),
    );
    expect([script.trim().split('\n').length, questions.length]).toEqual([10, 2]);

    const linked = await overAnHour(() => run(process.execPath, ['--input-type=module', '-e', script]));
    expect(linked).toMatchObject({ stderr: '', stdout: expect.stringContaining("STATUS: 'EXECUTED'") });

    await server.published();
    played = Object.fromEntries(
      [...linked.stdout.matchAll(/(ACTOR|KEY): '(.*?)'/g)].map(([, name, value]) => [name, value]),
    );
    const asked = await run('bash', ['--norc', '-euc', questions.join('')], played);
    expect(asked.stderr).toBe('');
    expect(asked.stdout).toContain('"kind":"intent.executed"');
    expect(asked.stdout).toContain('"ok":true');
    expect(asked.stdout).not.toContain('"status":4');
  });

  it('has a script that eats and applies for work, and the diary shows both', async () => {
    const [, script = ''] = await blocks('js');
    const done = await whileHoursPass(run(process.execPath, ['--input-type=module', '-e', script], played));

    // A shop can sell out in the hour before the purchase, which then takes place at another shop one hour later.
    expect(done.stdout).toMatch(/^INTENT_BUY_GOODS (?:EXECUTED|REWRITTEN) \nINTENT_APPLY_JOB EXECUTED \n$/);
    expect(done.stderr).toBe('');
    await server.app.world.stepBy(1);
    await server.published();
    const { body } = await server.get(`/api/v1/actors/${played.ACTOR}/events?kind=intent.executed`, {
      authorization: `Bearer ${played.KEY}`,
    });
    const diary = (body as { items: { data: { type: string } }[] }).items.map(({ data }) => data.type);
    expect(diary.toSorted()).toEqual(['INTENT_APPLY_JOB', 'INTENT_BUY_GOODS', 'INTENT_REST']);
  });

  it('has two what-if questions whose ranges show the effect of the change', async () => {
    const question = (await blocks('sh')).find((part) => part.includes('/world/forks')) ?? '';
    const { stdout } = await run('bash', ['--norc', '-euc', question]);
    const ids = [...stdout.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
    expect(ids).toHaveLength(2);

    const [taxed, capped] = await Promise.all(ids.map(answerOf));
    const last = (fork: WorldFork | undefined, figure: string) => {
      const series = fork?.series?.[figure];
      return { control: series?.control.at(-1), changed: series?.changed.at(-1) };
    };
    const income = last(taxed, 'medianIncome');
    expect(income.changed?.p90).toBeLessThan(income.control?.p10 ?? 0);
    const rent = last(capped, 'rentToIncome');
    expect(rent.changed?.p90).toBeLessThan(rent.control?.p10 ?? 0);
  });
});

async function answerOf(id: string): Promise<WorldFork> {
  await server.app.whatIf.run(id);
  const fork = WorldFork.parse((await server.get(`/api/v1/world/forks/${id}`)).body);
  expect(fork).toMatchObject({ state: 'DONE', error: null });
  return fork;
}

/** Passes hours of the world until a program has ended. */
async function whileHoursPass<T>(program: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = program.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await server.app.world.stepBy(1);
    await server.get('/healthz');
  }
  return ended;
}

it('samples/agents/resident.ts moves in and reports its actions', async () => {
  const cwd = fileURLToPath(new URL('../../../../../', import.meta.url));
  const args = ['samples/agents/resident.ts', '--days', '1', '--url', server.url];
  const { stdout, stderr } = await whileHoursPass(promisify(execFile)(process.execPath, args, { cwd }));

  expect(stderr).toBe('');
  expect(stdout).toMatch(/Day 1: .* does INTENT_REST\n.*\/world\/actors\/[0-9a-f-]{36}/);
}, 60_000);

describe('a certified skill', () => {
  it('raises the productivity of a business that equips it, until its certificate is suspended', async () => {
    const { app } = server;
    const [shop] = view
      .businesses(app.world.now(), {})
      .filter(({ ownerId, sector }) => ownerId !== null && sector === 'FOOD');
    const owner = shop?.ownerId ?? '';
    const { apiKey } = await app.credentials.mintApiKey({
      actorId: owner,
      walletAddress: createTestWallet(owner).address,
    });
    const certificateId = await issueCertificate(server, { securityLevel: 'LOW' });
    await server.published();
    await app.inTransaction((tx) =>
      app.world.appendIn(tx, { kind: 'actor.change', actorId: owner, control: 'REMOTE' }, { principal: 'test' }),
    );
    await app.world.stepBy(1);
    const known = () => app.world.now().side.certificates.map(({ id }) => id);
    expect(known()).not.toContain(certificateId); // The world stores no certificates that none of its businesses uses.
    const equip = intent({
      actor_id: owner,
      type: 'INTENT_EQUIP_SKILL',
      params: { businessId: shop?.id, certificateId },
    });
    const skills = () => view.business(app.world.now(), shop?.id ?? '')?.equippedSkills;
    const productivity = async () =>
      ((await server.get(`/api/v1/businesses/${shop?.id}`)).body as { productivity: number }).productivity;
    const before = await productivity();

    await overAnHour(() => agent(equip, clientWith(server, apiKey).headers));
    expect(skills()).toMatchObject([{ certificateId, valid: true, bonusBp: 200 }]);
    await app.world.stepBy(24); // A working day starts with the skill.
    expect((await productivity()) / before).toBeCloseTo(1.02, 5);

    await server.operate(`/api/v1/operator/certificates/${certificateId}/suspend`, {
      reason: 'It was found to be unsafe.',
    });
    await server.published();
    await app.world.stepBy(25);
    expect(skills()?.filter(({ bonusBp, valid }) => valid && bonusBp > 0)).toEqual([]);
    expect(await productivity()).toBeCloseTo(before, 5);
  });
});

describe('an operator', () => {
  const housing = (more: object = {}) => ({ city_id: cities()[0]?.id, housing_distribution: { FLAT: 1 }, ...more });

  it('without the right key is rejected', async () => {
    const body = { method: 'createHousing', params: housing({ dry_run: true }) };

    const wrong = await server.post('/rpc/admin', body, { authorization: `Bearer ${'x'.repeat(40)}` });

    expect(wrong).toMatchObject(refusal(401, 'unauthenticated'));
    expect(await server.post('/rpc/admin', body, key.headers)).toMatchObject(refusal(403, 'wrong_plane'));
  });

  it('runs a write as a dry run, and then builds with paid builders', async () => {
    const before = view.world(server.app.world.now());
    const tried = await admin('createHousing', housing({ dry_run: true }));
    expect(AdminWriteResult.parse(resultOf(tried))).toMatchObject({ dry_run: true, journal_ids: [], event_ids: [] });
    expect(view.world(server.app.world.now()).chainHash).toBe(before.chainHash);

    const params = housing({ reason: 'A test of the builders.', idempotency_key: 'house-0001' });
    const built = resultOf(await overAnHour(() => admin('createHousing', params)));

    expect(AdminWriteResult.parse(built).event_ids).not.toHaveLength(0);
    expect(built).toMatchObject({ total_cost: expect.any(String), completion_tick: expect.any(Number) });
    expect(resultOf(await admin('createHousing', params))).toEqual(built);
    const { body: log } = await server.get('/api/v1/operator/audit-log?limit=1', OPERATOR);
    expect(log).toMatchObject({ items: [{ action: 'rpc.createHousing', detail: { outcome: 'done' } }] });
  });

  it('is subject to the policy guards', async () => {
    const [city] = cities();
    const expansion = { city_id: city?.id, amount: '1', financing: 'federal_issue', allocation: {} };

    expect(await admin('createHousing', housing())).toMatchObject(refusal(422, 'validation_failed'));
    expect(await admin('createHousing', housing({ city_id: randomUUID(), dry_run: true }))).toMatchObject(
      refusal(404, 'city_not_found'),
    );
    expect(await admin('executeEmergencyExpansion', { ...expansion, dry_run: true })).toMatchObject(
      refusal(409, 'policy_guard'),
    );
    expect(await admin('approveProposal', { proposal_id: randomUUID(), dry_run: true })).toMatchObject(
      refusal(404, 'proposal_not_found'),
    );
  });

  it('gets an analysis and counterfactuals from copies on another thread', async () => {
    const [city] = cities();
    const scenario = { method: 'adjustPublicSalaries', params: { city_id: city?.id, percentage: -0.1 } };
    const asked = { city_id: city?.id, horizon_months: 1, replicas: 1, scenarios: [scenario] };

    const first = resultOf(await admin('analyzeEconomicConditions', asked));

    const done = await vi.waitFor(
      async () => {
        const { analysis_id } = first;
        const found = AnalysisResult.parse(resultOf(await admin('analyzeEconomicConditions', { analysis_id })));
        if (found.state !== 'done') throw new Error('It is still worked on.');
        return found;
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(done.cities).toMatchObject([{ city: { id: city?.id }, recession_probability: expect.any(Number) }]);
    expect(done.counterfactuals).toMatchObject([{ scenario, metrics: expect.any(Array) }]);
    expect(await admin('analyzeEconomicConditions', { analysis_id: randomUUID() })).toMatchObject(
      refusal(404, 'analysis_not_found'),
    );
  }, 90_000);
});
