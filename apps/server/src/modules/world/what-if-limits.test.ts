import { request } from 'node:http';
import { FORK_LIMITS } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANUAL_WORLD, smallWorld } from '../../testing/small-world.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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
    server.clock.advance(25 * 3_600_000);
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

  it('do not store the address of the caller', async () => {
    const { rows } = await server.database.pool.query('SELECT DISTINCT asked_by FROM world_forks');

    expect(rows.length).toBe(2);
    for (const { asked_by: askedBy } of rows) expect(askedBy).toMatch(/^[0-9a-f]{64}$/);
  });
});
