import { randomUUID } from 'node:crypto';
import { routes } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  id = await issueCertificate(server, {});
});
afterAll(() => server.close());

/** An addition to this list is a deliberate change: every route that creates a token, key or secret belongs on it. */
const SECRETIVE = [
  'addOperator',
  'collectDeviceLogin',
  'createToken',
  'createWebhook',
  'finishOperatorSignIn',
  'linkWallet',
  'replaceOperatorKey',
  'reportAbuse',
  'startDeviceLogin',
  'startOperatorSignIn',
  'verifyEmail',
  'verifyLoginCode',
];

const REPORT = {
  walletAddress: '0x000000000000000000000000000000000000dEaD',
  category: 'OTHER',
  description: 'A description that is long enough to be one.',
};
const flag = (body: object, key: string) =>
  server.post(`/certsvc/v1/certificates/${id}/flag`, body, { 'idempotency-key': key });
const reportOf = (n: number) => ({ ...REPORT, walletAddress: `0x${n.toString(16).padStart(40, '0')}` });

describe('Idempotency-Key', () => {
  it('answers a repeated request with the first answer and does the work once', async () => {
    const key = randomUUID();
    const first = await flag(reportOf(1), key);
    const second = await flag(reportOf(1), key);

    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
  });

  it('refuses the key with another body', async () => {
    const key = randomUUID();
    await flag(reportOf(2), key);

    const other = await flag({ ...reportOf(2), description: 'Another description that is long enough.' }, key);

    expect([other.status, other.body]).toEqual([422, expect.objectContaining({ code: 'idempotency_key_reused' })]);
  });

  it('does the work once for concurrent identical requests', async () => {
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 8 }, () => flag(reportOf(3), key)));

    const accepted = answers.filter(({ status }) => status === 202).map(({ body }) => body);
    expect(new Set(accepted.map((body) => JSON.stringify(body))).size).toBe(1);
    for (const { status, body } of answers) {
      if (status !== 202) expect(body).toMatchObject({ code: 'idempotency_in_flight' });
    }
  });

  it('accepts a corrected request under the key of a refused one', async () => {
    const key = randomUUID();
    const refused = await flag({ ...reportOf(4), category: 'NONSENSE' }, key);
    const mended = await flag(reportOf(4), key);

    expect([refused.status, mended.status]).toEqual([422, 202]);
  });

  it('is processed again when the first request never finished', async () => {
    const key = randomUUID();
    const path = `/certsvc/v1/certificates/${id}/flag`;
    const abandoned = `INSERT INTO idempotent_answers (principal, route, key, body_sha256, created_at)
      SELECT principal, route, $1, body_sha256, $2 FROM idempotent_answers WHERE route = $3 AND key = $4`;
    const first = randomUUID();
    await flag(reportOf(5), first);
    const before = (ms: number) => new Date(server.clock.now().getTime() - ms);
    await server.database.pool.query(abandoned, [key, before(1_000), `POST ${path}`, first]);
    expect((await flag(reportOf(5), key)).body).toMatchObject({ code: 'idempotency_in_flight' });

    await server.database.pool.query('UPDATE idempotent_answers SET created_at = $1 WHERE key = $2', [
      before(600_000),
      key,
    ]);

    // Processed again: the work itself reports that this wallet's flag already exists.
    expect((await flag(reportOf(5), key)).body).toMatchObject({ code: 'flag_already_open' });
  });

  it('never replays a validity answer', async () => {
    const suspended = await issueCertificate(server, {});
    const key = randomUUID();
    const verify = () =>
      server.post('/api/v1/public/verify/batch', { items: [{ certificateId: suspended }] }, { 'idempotency-key': key });
    expect((await verify()).body).toMatchObject({ allValid: true });

    await server.operate(`/api/v1/operator/certificates/${suspended}/suspend`, {
      reason: 'Between two equal requests.',
    });

    const again = await verify();
    expect(again.body).toMatchObject({ allValid: false });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  it('stores no answer of a route that shows a secret once', () => {
    const secretive = Object.entries(routes).filter(([, route]) => 'answersSecret' in route && route.answersSecret);
    expect(secretive.map(([name]) => name).sort()).toEqual(SECRETIVE);
  });

  it('refuses a malformed key', async () => {
    for (const key of ['short', 'x'.repeat(129), 'with space!']) {
      expect((await flag(reportOf(6), key)).body).toMatchObject({ code: 'malformed_request' });
    }
  });
});
