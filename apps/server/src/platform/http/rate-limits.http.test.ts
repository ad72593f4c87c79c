import { randomUUID } from 'node:crypto';
import { RATE_POLICIES } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { type Answer, OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

/** A deployment with default limits. */
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: undefined } });
});
afterEach(() => server.close());

const rateOf = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

async function spend(requests: number, ask: () => Promise<Answer>): Promise<void> {
  for (let left = requests; left > 0; left -= 50) await Promise.all(Array.from({ length: Math.min(50, left) }, ask));
}

describe('the default limits', () => {
  it('are shown on every answer, and the first request past them is refused until the window is over', async () => {
    const ask = () => server.get('/api/v1/public/economy');
    const first = await ask();
    await spend(RATE_POLICIES.public.quotas[0].requests - 2, ask);
    const last = await ask();

    const refused = await ask();
    server.clock.advance(60_000);
    const later = await ask();

    expect(rateOf(first)).toEqual(['"public";q=600;w=60', '"public";r=599;t=60']);
    expect(last.status).toBe(200);
    expect(last.headers.get('ratelimit')).toMatch(/^"public";r=0;t=\d+$/);
    expect([refused.status, refused.body]).toEqual([429, expect.objectContaining({ code: 'rate_limited' })]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('cache-control')).toBe('private, no-store');
    expect(later.status).toBe(200);
  });

  it('give probes their own quota', async () => {
    await spend(RATE_POLICIES.public.quotas[0].requests + 1, () => server.get('/api/v1/public/economy'));

    expect((await server.get('/api/v1/public/economy')).status).toBe(429);
    for (const path of ['/healthz', '/readyz']) {
      const answer = await server.get(path);
      expect([answer.status, rateOf(answer)[0]]).toEqual([200, '"probe";q=6000;w=60']);
    }
  });

  it('refuse verify with valid false, on the fast path and on the ordinary one', async () => {
    const small = await startTestServer({ env: { RATE_LIMITS: '{"verify":{"requests":3,"windowSeconds":60}}' } });
    const path = `/api/v1/public/certificates/${await issueCertificate(small)}/verify`;
    const statuses = [];
    for (let asked = 0; asked < 3; asked++) statuses.push((await small.get(path)).status);

    const refused = await small.get(path);

    expect(statuses).toEqual([200, 200, 200]);
    expect(rateOf(refused)[0]).toBe('"verify";q=3;w=60');
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ code: 'rate_limited', valid: false }),
    ]);
    await small.close();
  });

  it('charge a batch one unit for each ten items', async () => {
    const items = Array.from({ length: 100 }, () => ({ certificateId: 'x' }));

    const one = await server.post('/api/v1/public/verify/batch', { items: items.slice(0, 10) });
    const ten = await server.post('/api/v1/public/verify/batch', { items });
    const eleven = await server.post('/api/v1/public/verify/batch', { items: items.slice(0, 11) });

    const left = [one, ten, eleven].map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(left).toEqual(['5999', '5989', '5987']);
  });

  it('charge a page of the feed one unit for each hundred entries', async () => {
    for (let index = 0; index < 101; index++) await issueCertificate(server);
    await server.published();

    const answers = [
      await server.get('/.well-known/skill-store?limit=100'),
      await server.get('/.well-known/skill-store?since=0'),
      await server.get('/.well-known/skill-store'),
    ];

    const left = answers.map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(left).toEqual(['599', '597', '595']);
  });

  it('let one wallet flag five times a day, and one address twenty times', async () => {
    const ids = [];
    for (let index = 0; index < 6; index++) ids.push(await issueCertificate(server));
    const reporter = createTestWallet('busy');
    const { apiKey } = await server.app.credentials.mintApiKey({
      actorId: randomUUID(),
      walletAddress: reporter.address,
    });
    const report = (address: string) => ({
      walletAddress: address,
      category: 'OTHER',
      description: 'Something about this skill looks wrong to me.',
    });
    const statuses = [];
    for (const id of ids) {
      const path = `/certsvc/v1/certificates/${id}/flag`;
      statuses.push((await server.post(path, report(reporter.address), { authorization: `Bearer ${apiKey}` })).status);
    }
    for (let index = 0; index < 15; index++) {
      const { address } = createTestWallet(`third party ${index}`);
      statuses.push((await server.post(`/certsvc/v1/certificates/${ids[0]}/flag`, report(address))).status);
    }

    expect(statuses.slice(0, 6)).toEqual([202, 202, 202, 202, 202, 429]);
    expect(statuses.slice(6)).toEqual([...Array(14).fill(202), 429]);
  });

  it('charge early refusals to the address: bad credentials, unreadable bodies, unknown paths', async () => {
    const answers = [
      await server.get('/api/v1/operator/queue', { authorization: 'Bearer wrong' }),
      await server.get('/nowhere'),
      await server.request('POST', '/api/v1/public/overview'),
    ];

    const left = answers.map(({ headers }) => headers.get('ratelimit')?.split(';')[1]);
    expect(left).toEqual(['r=599', 'r=598', 'r=597']);
  });

  it('stop credential guessing', async () => {
    const guess = () => server.get('/api/v1/operator/queue', { authorization: `Bearer ${randomUUID()}` });
    await spend(600, guess);

    expect((await guess()).status).toBe(429);
    expect((await server.get('/api/v1/operator/queue', OPERATOR)).status).toBe(200);
  });

  it('stop a flood of unreadable bodies', async () => {
    const body = '{{{{';
    const path = `/api/v1/public/certificates/${'a'.repeat(24)}/compare-skill-from-github`;
    const send = () => server.request('POST', path, { 'content-type': 'application/json' }, body);
    await spend(20, send);

    expect((await send()).status).toBe(429);
  });
});
