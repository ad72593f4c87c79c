import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { FORK_LIMITS, WorldFork } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { MANUAL_WORLD, smallWorld } from '../../testing/small-world.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createForks, type Forks } from './fork.service.ts';
import { worldStores } from './index.ts';
import { createWhatIf } from './what-if.service.ts';

const MORE_THAN_A_DAY_MS = 25 * 3_600_000;
const FORKS = '/api/v1/world/forks';
const QUESTION = { changes: [{ path: 'benefit', value: 0.2 }], months: 1, replicas: 1 };

/** Without a worker, so that questions stay queued. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: MANUAL_WORLD, genesis: smallWorld(2) });
  await server.app.world.stepBy(1);
});
afterAll(() => server.close());

const ask = () => server.post(FORKS, QUESTION);
const finishAll = () =>
  server.database.pool.query(
    "UPDATE world_forks SET state = 'FAILED', error = 'x', finished_at = now() WHERE finished_at IS NULL",
  );

/** Asks from another loopback address. */
function askFrom(localAddress: string): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${FORKS}`, { method: 'POST', headers, localAddress }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject).end(JSON.stringify(QUESTION));
  });
}

describe('questions about the world', () => {
  it('of one caller are limited at a time, and leave the queue to other callers', async () => {
    const answers = [];
    for (let asked = 0; asked <= FORK_LIMITS.waitingPerCallerMax; asked++) answers.push(await ask());
    const refused = answers.pop();

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect([refused?.status, refused?.body]).toEqual([
      429,
      expect.objectContaining({ code: 'fork_limit_reached', limit: 'waiting', max: FORK_LIMITS.waitingPerCallerMax }),
    ]);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await askFrom('127.0.0.2')).toBe(202);
    await finishAll();
    expect((await ask()).status).toBe(202);
    await finishAll();
  });

  it('of one caller are limited to a number in 24 hours', async () => {
    server.clock.advance(MORE_THAN_A_DAY_MS);
    for (let asked = 0; asked < FORK_LIMITS.perCallerDayMax; asked++) {
      expect((await ask()).status).toBe(202);
      await finishAll();
    }

    const refused = await ask();

    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ code: 'fork_limit_reached', limit: 'day', max: FORK_LIMITS.perCallerDayMax }),
    ]);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    server.clock.advance(seconds * 1_000);
    expect((await ask()).status).toBe(202);
  });

  it('are answered later if their thread is interrupted, and fail after a day', async () => {
    const follower = { now: () => server.app.world.now() };
    const threads = createForks({ follower });
    let interruptions = 1;
    const replica: Forks['replica'] = (state, task) => {
      const answer = threads.replica(state, task);
      if (interruptions-- > 0) void threads.stop();
      return answer;
    };
    const stores = worldStores(server.database.db);
    const { clock } = server;
    const whatIf = createWhatIf({
      follower,
      forks: { replica },
      stores,
      inTransaction: server.app.inTransaction,
      pageOf: String,
      callerKey: new Uint8Array(32),
      random: randomBytes,
      clock,
      log: silentLog,
    });
    await finishAll();
    clock.advance(MORE_THAN_A_DAY_MS);
    const { id } = WorldFork.parse((await ask()).body);
    const found = () => stores.worldForks.find(id);

    await whatIf.run(id);

    expect(await found()).toMatchObject({ state: 'RUNNING', finishedAt: null });
    expect(await stores.worldForks.listAbandoned(new Date(1))).toEqual([id]);
    await whatIf.run(id);
    expect(await found()).toMatchObject({ state: 'DONE' });
    interruptions = 1;
    await server.database.pool.query(
      "UPDATE world_forks SET state = 'RUNNING', hash = NULL, finished_at = NULL WHERE id = $1",
      [id],
    );
    clock.advance(MORE_THAN_A_DAY_MS);
    await whatIf.run(id);
    expect(await found()).toMatchObject({ state: 'FAILED', error: 'The simulation timed out or failed.' });
    await threads.stop();
  });

  it('do not store the address of the caller', async () => {
    const { rows } = await server.database.pool.query('SELECT DISTINCT asked_by FROM world_forks');

    expect(rows.length).toBe(2);
    for (const { asked_by: askedBy } of rows) expect(askedBy).toMatch(/^[0-9a-f]{64}$/);
  });
});
