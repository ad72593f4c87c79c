import { randomUUID } from 'node:crypto';
import { TICKS_PER_MONTH } from '@assay/economy/world';
import { type ActorId, IntentId, newUuidV7 } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANUAL_WORLD, SMALL_VALIDATOR, smallWorld } from '../../testing/small-world.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findFailingInput } from './failing-input.service.ts';
import { resumeWorld, verifyWorld, worldStores } from './index.ts';
import type { WaitingInput } from './inputs.store.ts';

const BY = { principal: `actor:${SMALL_VALIDATOR}` };
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

describe('findFailingInput', () => {
  const waiting = Array.from(
    { length: 21 },
    (_, id): WaitingInput => ({ id, principal: 'a', input: { kind: 'intent.cancel', intentId: `waiting-${id}` } }),
  );
  const idsOf = (inputs: readonly WaitingInput[]) =>
    inputs.map(({ input }) => (input.kind === 'intent.cancel' ? input.intentId : ''));
  const failure = new Error('no');

  it.each(waiting.map(({ id }) => id))('finds waiting input %d', async (id) => {
    const found = await findFailingInput(waiting, [], async (inputs) =>
      idsOf(inputs).includes(`waiting-${id}`) ? failure : undefined,
    );
    expect(found).toMatchObject({ kind: 'input', input: { id } });
  });

  it('finds the queued intent that makes the hour fail', async () => {
    const queued = ['one', 'two', 'three', 'four'];
    const found = await findFailingInput(waiting, queued, async (inputs) =>
      idsOf(inputs).includes('three') ? undefined : failure,
    );
    expect(found).toMatchObject({ kind: 'intent', intentId: 'three' });
  });

  it('finds no input if the hour fails without any input or no longer fails', async () => {
    expect(await findFailingInput(waiting, ['one'], async () => failure)).toMatchObject({ kind: 'unknown' });
    expect(await findFailingInput(waiting, ['one'], async () => undefined)).toEqual({ kind: 'passing' });
  });
});

describe('a failing hour', () => {
  let server: TestServer;
  let follower: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: MANUAL_WORLD, genesis: smallWorld(20) });
    follower = await startTestServer({ env: MANUAL_WORLD, genesis: smallWorld(20), database: server.database });
  });
  afterAll(async () => {
    await follower.close();
    await server.close();
  });

  const append = (input: Parameters<typeof server.app.world.submit>[0]) =>
    server.app.inTransaction((tx) => server.app.world.appendIn(tx, input, BY));
  const appendIntent = async (params: Record<string, unknown>, notBeforeTick?: number) => {
    const id = newUuidV7(IntentId, Date.now(), random);
    const intent = { id, actorId: SMALL_VALIDATOR, type: 'INTENT_SET_SAVINGS_GOAL', params, priority: 1 };
    const when = notBeforeTick === undefined ? {} : { notBeforeTick };
    await append({ kind: 'intent.submit', intent: { ...intent, source: 'agent_autonomous', ...when } });
    return id;
  };
  const intentOf = async (id: IntentId) => {
    const { rows } = await server.database.pool.query('SELECT * FROM world_intents WHERE id = $1', [id]);
    return rows[0];
  };
  const auditLog = async () =>
    (await server.get('/api/v1/operator/audit-log?limit=1', OPERATOR)).body as { items: { action: string }[] };
  const bothAgree = async () => {
    await follower.app.world.reached(server.app.world.now().tick);
    expect(follower.app.world.now().chainHash).toBe(server.app.world.now().chainHash);
    expect(await verifyWorld(worldStores(server.database.db))).toMatchObject({ isIntact: true });
  };

  it('sets an input with unstorable text aside, and processes the others', async () => {
    await append({ kind: 'actor.change', actorId: SMALL_VALIDATOR, control: 'REMOTE' });
    const memo = { toActorId: randomUUID() as ActorId, amount: '1', memo: 'a\0b' };
    const id = newUuidV7(IntentId, Date.now(), random);
    const intent = { id, actorId: SMALL_VALIDATOR, type: 'INTENT_TRANSFER', params: memo, priority: 1 };
    const number = await append({ kind: 'intent.submit', intent: { ...intent, source: 'owner_suggestion' } });
    const good = await appendIntent({ shareBp: 100 });

    const { tick } = await server.app.world.stepBy(1);

    expect(tick).toBe(TICKS_PER_MONTH - 19);
    expect(await server.app.world.resultOf(number)).toMatchObject({ isDone: false, code: 'set_aside' });
    expect(await intentOf(id)).toMatchObject({ status: 'BLOCKED', reason_code: 'set_aside' });
    expect(await intentOf(good)).toMatchObject({ status: 'EXECUTED' });
    expect(await auditLog()).toMatchObject({
      items: [{ action: 'world.input_set_aside', detail: { reason: expect.stringContaining('22P05') } }],
    });
    await bothAgree();
    await server.app.world.stepBy(2);
    await bothAgree();
  });

  it('removes an intent that an earlier hour queued', async () => {
    const { tick } = server.app.world.now();
    const bad = await appendIntent({ shareBp: 200 }, tick + 2);
    const good = await appendIntent({ shareBp: 300 }, tick + 2);
    await server.app.world.stepBy(1);
    await server.database.pool.query(`
      CREATE FUNCTION refuse_intent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.id = '${bad}' AND NEW.status = 'EXECUTED' THEN RAISE EXCEPTION 'not this one'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse_intent BEFORE UPDATE ON world_intents FOR EACH ROW EXECUTE FUNCTION refuse_intent()`);

    await server.app.world.stepBy(2);

    expect(await intentOf(bad)).toMatchObject({ status: 'BLOCKED', reason_code: 'set_aside' });
    expect(await intentOf(good)).toMatchObject({ status: 'EXECUTED' });
    expect(await auditLog()).toMatchObject({ items: [{ action: 'world.input_set_aside' }] });
    await bothAgree();
  });

  it('degrades a serving process if no input is the cause, and the resume command does not report a running world', async () => {
    const { rows } = await server.database.pool.query('SELECT tick::int FROM world');
    await server.database.pool.query(`
      CREATE FUNCTION refuse_tick() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'no room' USING ERRCODE = '53100';
      END $$;
      CREATE TRIGGER refuse_tick BEFORE INSERT ON world_ticks FOR EACH ROW EXECUTE FUNCTION refuse_tick()`);
    const ask = () =>
      server.app.inTransaction((tx) => resumeWorld(tx, undefined, { random, clock: { now: () => new Date() } }));

    await expect(server.app.world.stepBy(1)).rejects.toThrow();

    const expected = expect.stringContaining('no room');
    await expect
      .poll(async () => (await server.get('/readyz')).body)
      .toMatchObject({
        status: 'degraded',
        failing: ['world'],
        checks: { world: { ok: false, detail: expected } },
      });
    expect((await server.get('/readyz')).status).toBe(200);
    expect(await ask()).toMatchObject({ isIntact: false, state: 'RUNNING', detail: expected });

    await server.database.pool.query('DROP TRIGGER refuse_tick ON world_ticks');
    await server.app.world.stepBy(1);

    expect((await server.get('/readyz')).body).toMatchObject({ status: 'ready', failing: [] });
    expect(await ask()).toMatchObject({ isIntact: true });
    expect(await server.app.world.row()).toMatchObject({ tick: rows[0].tick + 1, fault: null });
    await bothAgree();
  });
});
