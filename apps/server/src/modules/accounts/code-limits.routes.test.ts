import { LoginChallenge } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV } from '../../testing/developer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: undefined, TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => server.close());

const ask = (email: string, from: string) =>
  server.post(`${DEV}/login/request-code`, { email }, { 'x-forwarded-for': from });

describe('codes', () => {
  it("are limited to three in ten minutes per address and network, regardless of the address's case", async () => {
    const answers = [
      await ask('kim@example.org', '203.0.113.1'),
      await ask('Kim@example.org', '203.0.113.1'),
      await ask('kim@EXAMPLE.org', '203.0.113.1'),
      await ask('kim@example.org', '203.0.113.1'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    server.clock.advance(600_000);
    expect((await ask('kim@example.org', '203.0.113.1')).status).toBe(202);
  });

  it('that one network requests do not lock out others', async () => {
    for (let index = 0; index < 4; index++) await ask('victim@example.org', '203.0.113.7');

    expect((await ask('victim@example.org', '198.51.100.4')).status).toBe(202);
  });

  it('that other networks request do not invalidate the code that the owner requested', async () => {
    const { body } = await ask('owner@example.org', '198.51.100.5');
    const { challengeId } = LoginChallenge.parse(body);

    const thirdParties = Array.from({ length: 8 }, (_, index) => `203.0.113.${21 + index}`);
    for (const thirdParty of thirdParties)
      for (let index = 0; index < 3; index++) await ask('owner@example.org', thirdParty);

    const { rows } = await server.database.pool.query(
      'SELECT id, tries_left FROM login_challenges WHERE email = $1 ORDER BY expires_at, id',
      ['owner@example.org'],
    );
    expect(rows).toHaveLength(1 + 3 * thirdParties.length);
    expect(rows).toContainEqual({ id: challengeId, tries_left: 5 });
    expect((await ask('owner@example.org', '198.51.100.5')).status).toBe(202);
  });

  it('are in no inbox behind a proxy', async () => {
    expect((await server.get('/dev/inbox.json')).status).toBe(404);
  });

  it('are limited to twenty requests an hour from one network', async () => {
    const statuses = [];
    for (let index = 0; index < 21; index++) statuses.push((await ask(`n${index}@example.org`, '203.0.113.9')).status);

    expect(statuses.filter((status) => status === 202)).toHaveLength(20);
    expect(statuses[20]).toBe(429);
  });

  it('are limited to thirty attempts a minute from one network', async () => {
    const body = { challengeId: '01940000-0000-7000-8000-000000000001', code: '00000000' };
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const statuses = [];
    for (let index = 0; index < 31; index++)
      statuses.push((await server.post(`${DEV}/login/verify`, body, from)).status);

    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses[30]).toBe(429);
  });
});
