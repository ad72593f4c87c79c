import { AuditRow, listOf, OperatorAccounts, OperatorKeyAnswer, type OperatorRole } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const ACCOUNTS = '/api/v1/operator/accounts';
const ME = '/api/v1/operator/me';
const REASON = 'The evidence was checked by hand.';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let count = 0;
const nextName = () => `person-${++count}`;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
async function add(role: OperatorRole, name = nextName()) {
  const { status, body } = await server.operate(ACCOUNTS, { name, role });
  expect(status).toBe(201);
  const { key } = OperatorKeyAnswer.parse(body);
  return { name, key, headers: bearer(key) };
}
const auditLog = async () =>
  listOf(AuditRow).parse((await server.get('/api/v1/operator/audit-log?limit=3', OPERATOR)).body).items;

describe('an operator', () => {
  it('is added with a key that is shown once and stored as a hash', async () => {
    const { name, key, headers } = await add('reviewer');

    expect((await server.get(ME, headers)).body).toEqual({ name, role: 'reviewer', twoPersonHours: 0 });
    expect((await server.get(ME, OPERATOR)).body).toEqual({
      name: 'operator',
      role: 'administrator',
      twoPersonHours: 0,
    });
    const stored = await server.database.pool.query('SELECT * FROM credentials');
    expect(JSON.stringify(stored.rows)).not.toContain(key.split('_')[2]);
    const listed = OperatorAccounts.parse((await server.get(ACCOUNTS, OPERATOR)).body);
    expect(listed.items.find((one) => one.name === name)).toMatchObject({ role: 'reviewer', createdBy: 'operator' });
    expect(JSON.stringify(listed)).not.toContain(key.split('_')[2]);
  });

  it('is named in the audit log of its actions', async () => {
    const { name, headers } = await add('reviewer');
    const id = await issueCertificate(server);

    const { status } = await server.post(`/api/v1/operator/certificates/${id}/suspend`, { reason: REASON }, headers);

    expect(status).toBe(200);
    const [suspended, added] = await auditLog();
    expect(suspended).toMatchObject({ actor: `operator:${name}`, action: 'certificate.operator_suspends' });
    expect(added).toMatchObject({
      actor: 'operator',
      action: 'operator.added',
      subject: { type: 'operator', id: name },
      detail: { role: 'reviewer' },
    });
  });

  it('loses its rights when it is removed, and its name is not reused', async () => {
    const { name, headers } = await add('administrator');
    expect((await server.get(ACCOUNTS, headers)).status).toBe(200);

    expect((await server.request('DELETE', `${ACCOUNTS}/${name}`, OPERATOR)).status).toBe(204);

    expect((await server.get(ME, headers)).status).toBe(401);
    expect((await server.request('DELETE', `${ACCOUNTS}/${name}`, OPERATOR)).body).toMatchObject({
      code: 'operator_not_found',
    });
    expect((await server.operate(ACCOUNTS, { name, role: 'reader' })).body).toMatchObject({ code: 'operator_exists' });
    expect((await auditLog())[0]).toMatchObject({ action: 'operator.removed', subject: { id: name } });
  });

  it('loses its identity at the sign-in provider when it is removed', async () => {
    const name = nextName();
    const signIn = 'leaving@example.org';
    expect((await server.operate(ACCOUNTS, { name, role: 'reader', signIn })).status).toBe(201);
    const isStored = async () => {
      const { rows } = await server.database.pool.query('SELECT row_to_json(o)::text AS text FROM operators o');
      return rows.some(({ text }) => text.includes(signIn));
    };
    expect(await isStored()).toBe(true);

    expect((await server.request('DELETE', `${ACCOUNTS}/${name}`, OPERATOR)).status).toBe(204);

    expect(await isStored()).toBe(false);
  });

  it('loses its rights if only its account is removed', async () => {
    const { name, headers } = await add('administrator');

    await server.database.pool.query('UPDATE operators SET removed_at = now() WHERE name = $1', [name]);

    expect((await server.get(ME, headers)).status).toBe(401);
  });

  it('loses the earlier key when it gets a new one', async () => {
    const { name, headers } = await add('reader');

    const { body } = await server.request('POST', `${ACCOUNTS}/${name}/key`, OPERATOR);

    expect((await server.get(ME, headers)).status).toBe(401);
    expect((await server.get(ME, bearer(OperatorKeyAnswer.parse(body).key))).body).toEqual({
      name,
      role: 'reader',
      twoPersonHours: 0,
    });
  });

  it('has a unique sign-in value', async () => {
    const [one, other] = [nextName(), nextName()];
    const signIn = 'someone@example.com';
    expect((await server.operate(ACCOUNTS, { name: one, role: 'reader', signIn })).status).toBe(201);

    expect((await server.operate(ACCOUNTS, { name: other, role: 'reader', signIn })).status).toBe(409);
    await server.request('DELETE', `${ACCOUNTS}/${one}`, OPERATOR);
    expect((await server.operate(ACCOUNTS, { name: other, role: 'reader', signIn })).status).toBe(201);
  });

  it.each([
    ['upper case', { name: 'Person', role: 'reader' }],
    ['a separator of the log', { name: 'a:b', role: 'reader' }],
    ['a path', { name: '../x', role: 'reader' }],
    ['an unknown role', { name: 'fine', role: 'god' }],
    ['no role', { name: 'fine' }],
    ['an unknown member', { name: 'fine', role: 'reader', admin: true }],
  ])('is rejected with %s', async (_, body) => {
    expect((await server.operate(ACCOUNTS, body)).status).toBe(422);
  });

  it('is shown by /me with its role, on the operator planes', async () => {
    const { name, headers } = await add('reader');

    const { body } = await server.get('/api/v1/me', headers);

    expect(body).toMatchObject({ kind: 'operator', id: name, scopes: ['reader'] });
  });

  it('is rejected if no administrative key is configured', async () => {
    const { headers } = await add('administrator');
    const closed = await startTestServer({ env: { GOD_API_KEY: undefined }, database: server.database });

    expect((await closed.get(ME, headers)).body).toMatchObject({ code: 'admin_disabled' });
    await closed.close();
  });
});
