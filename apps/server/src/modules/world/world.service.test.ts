import { randomUUID } from 'node:crypto';
import { view } from '@assay/economy/world';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MANUAL_WORLD, SMALL_VALIDATOR, smallWorld } from '../../testing/small-world.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const PLAYER = '22222222-2222-7222-8222-222222222222';
const OPERATOR = { principal: 'operator' };
const genesis = smallWorld(4);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: MANUAL_WORLD, genesis });
});
afterAll(() => server.close());

const world = () => server.app.world;
/** Submits an input, passes one hour and returns the result. */
async function pass(input: Parameters<ReturnType<typeof world>['submit']>[0], idempotencyKey?: string) {
  const submitted = world().submit(input, { ...OPERATOR, idempotencyKey });
  await vi.waitFor(async () => {
    // The service submits inputs of its own, so this waits only for the operator's.
    const waiting = 'SELECT FROM world_inputs WHERE assigned_tick IS NULL AND principal = $1';
    const { rowCount } = await server.database.pool.query(waiting, [OPERATOR.principal]);
    expect(rowCount).toBe(1);
  }, 60_000);
  await world().stepBy(1);
  return submitted;
}
const marks = (actorId: string) => view.wallet(world().now(), actorId)?.available;

describe('an input', () => {
  it('is answered when its hour is stored and read', async () => {
    const joined = await pass({ kind: 'actor.join', actorId: PLAYER, name: 'Zed' }, 'join-0001');

    expect(joined).toMatchObject({ isDone: true, data: { actorId: PLAYER } });
    expect(view.actor(world().now(), PLAYER)).toMatchObject({ name: 'Zed', kind: 'PLAYER' });
  });

  it('that is repeated with its idempotency key gets the first answer and has no second effect', async () => {
    const join = { kind: 'actor.join', actorId: PLAYER, name: 'Zed' } as const;
    const again = await world().submit(join, { ...OPERATOR, idempotencyKey: 'join-0001' });
    expect(again).toMatchObject({ isDone: true, data: { actorId: PLAYER } });

    const other = world().submit({ ...join, name: 'Other' }, { ...OPERATOR, idempotencyKey: 'join-0001' });
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('that the kernel rejects changes nothing and gives the reason', async () => {
    const unknown = '99999999-9999-7999-8999-999999999999';

    const refused = await pass({ kind: 'actor.freeze', actorId: unknown, isFrozen: true });

    expect(refused).toEqual({ isDone: false, code: 'actor_not_found' });
  });
});

describe('marks of a purse', () => {
  const hold = (amount: bigint, actorId = PLAYER) =>
    server.app.inTransaction((tx) => {
      const act = { reason: 'bond.taken', ref: { type: 'test', id: 'test' }, idempotencyKey: randomUUID() };
      return server.app.purse.chargeIn(tx, { ...act, actorId, amount, pot: { kind: 'test', id: 'pot' } });
    });

  it('are held at once up to the balance of the last hour, regardless of concurrent requests', async () => {
    await pass({
      kind: 'money.issue',
      to: { type: 'actor', id: PLAYER },
      amount: '5000000',
      reason: 'topup',
      reference: 'payment-1',
    });
    const purse = marks(PLAYER) ?? 0n;

    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => hold(purse / 4n)));

    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    for (const answer of asked) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'insufficient_funds' });
    }
    const outside = view.world(world().now()).outside;
    await world().stepBy(1);
    expect(view.world(world().now()).outside).toBe(outside + 4n * (purse / 4n));
    const { rows } = await server.database.pool.query(
      "SELECT result FROM world_inputs WHERE kind = 'hold' ORDER BY ordinal",
    );
    expect(rows.map(({ result }) => result.isDone)).toEqual([true, true, true, true]);
  });

  it('of an unknown actor are rejected', async () => {
    const asked = hold(1n, SMALL_VALIDATOR.replaceAll('1', '3'));

    await expect(asked).rejects.toMatchObject({ code: 'insufficient_funds' });
  });

  it('are stored with every transaction', async () => {
    const { rows } = await server.database.pool.query(
      `SELECT available, (SELECT sum(amount) FROM world_postings WHERE actor_id = $1) AS moved,
         (SELECT balance_after FROM world_postings WHERE actor_id = $1 ORDER BY tick DESC, ordinal DESC LIMIT 1) AS last
       FROM world_purses WHERE actor_id = $1`,
      [PLAYER],
    );

    expect(rows).toEqual([{ available: String(marks(PLAYER)), moved: rows[0].available, last: rows[0].available }]);
  });
});

describe('a fork', () => {
  it('runs copies on another thread, and leaves the world unchanged', async () => {
    const before = world().now().tick;
    const grant = {
      kind: 'money.issue',
      to: { type: 'commons' },
      amount: '9000000',
      reason: 'grant',
      reference: 'x',
    } as const;

    const [without, withIt] = await world().fork([[], [grant]], 1, 2);

    expect([without, withIt]).toMatchObject([
      [{ results: [] }, { results: [] }],
      [{ results: [{ isDone: true }] }, { results: [{ isDone: true }] }],
    ]);
    expect(await world().preview({ kind: 'intent.cancel', intentId: 'none' })).toMatchObject({ isDone: false });
    expect(world().now().tick).toBe(before);
  });
});
