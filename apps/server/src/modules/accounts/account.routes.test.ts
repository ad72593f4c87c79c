import { randomUUID } from 'node:crypto';
import {
  Account,
  fillPath,
  LoginChallenge,
  LoginResult,
  listOf,
  routesOf,
  TokenCreated,
  TokenSummary,
} from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWith, DEV, mailsTo, newestCode, registerDeveloper } from '../../testing/developer.ts';
import { BASE_URL, OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { LOGIN_LIMITS } from './login.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const TEN_MINUTES_MS = 600_000;
let people = 0;
const newEmail = () => `robin-${++people}@example.org`;
const requestCode = async (email: string) =>
  LoginChallenge.parse((await server.post(`${DEV}/login/request-code`, { email })).body);
const enter = (challengeId: string, code: string, more: object = {}) =>
  server.post(`${DEV}/login/verify`, { challengeId, code, ...more });
const otherThan = (code: string) => (code.startsWith('0') ? '1' : '0') + code.slice(1);

describe('registration', () => {
  it('opens an account with the mailed code', async () => {
    const email = newEmail();

    const developer = await registerDeveloper(server, email);

    const { status, body } = await developer.get(`${DEV}/me`);
    expect(status).toBe(200);
    expect(Account.parse(body)).toMatchObject({
      email,
      displayName: 'Robin',
      emailVerified: true,
      primaryWallet: null,
    });
  });

  it('requires acceptance of the terms', async () => {
    const { status, body } = await server.post(`${DEV}/register`, { email: newEmail(), acceptTerms: false });

    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'terms_not_accepted' });
  });

  it('sends a login code if the address has an account, regardless of case', async () => {
    const developer = await registerDeveloper(server, newEmail());

    const again = await server.post(`${DEV}/register`, { email: developer.email.toUpperCase(), acceptTerms: true });
    const { challengeId } = LoginChallenge.parse(again.body);
    const entered = await enter(challengeId, await newestCode(server, developer.email));

    expect(LoginResult.parse(entered.body).account.id).toBe(developer.accountId);
    expect((await mailsTo(server, developer.email))[0]?.text).toContain('to log in');
  });

  it.each([
    ['an unknown member', { email: 'a@example.org', acceptTerms: true, role: 'operator' }],
    ['no address', { email: 'nobody', acceptTerms: true }],
    ['two addresses', { email: 'a@example.org, b@example.org', acceptTerms: true }],
    ['a line break in the address', { email: 'a@example.org\r\nBcc: b@example.org', acceptTerms: true }],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.org`, acceptTerms: true }],
    ['a NUL in the name', { email: 'a@example.org', displayName: 'a\0b', acceptTerms: true }],
  ])('rejects %s', async (_, body) => {
    expect(await server.post(`${DEV}/register`, body)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
  });
});

describe('a login code', () => {
  it('logs in once', async () => {
    const { email, accountId } = await registerDeveloper(server, newEmail());
    const { challengeId } = await requestCode(email);
    const code = await newestCode(server, email);

    const first = await enter(challengeId, code);
    const second = await enter(challengeId, code);

    expect(LoginResult.parse(first.body).account.id).toBe(accountId);
    expect(second).toMatchObject({ status: 410, body: { code: 'code_expired' } });
  });

  it('logs in once when it is sent ten times concurrently', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const { challengeId } = await requestCode(email);
    const code = await newestCode(server, email);

    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(challengeId, code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('may be typed in lower case', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const { challengeId } = await requestCode(email);

    const { status } = await enter(challengeId, (await newestCode(server, email)).toLowerCase());

    expect(status).toBe(200);
  });

  it('locks its challenge after five wrong attempts, even for the right code, and says for how long', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const { challengeId } = await requestCode(email);
    const code = await newestCode(server, email);

    const wrong = await Promise.all(
      Array.from({ length: LOGIN_LIMITS.tries }, () => enter(challengeId, otherThan(code))),
    );
    const right = await enter(challengeId, code);

    expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(wrong[0]?.body).toMatchObject({ code: 'code_invalid' });
    expect(right).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(500);
  });

  it('works on the fifth attempt', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const { challengeId } = await requestCode(email);
    const code = await newestCode(server, email);
    for (let tries = 1; tries < LOGIN_LIMITS.tries; tries++) await enter(challengeId, otherThan(code));

    expect((await enter(challengeId, code)).status).toBe(200);
  });

  it('expires after ten minutes', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const { challengeId } = await requestCode(email);
    const code = await newestCode(server, email);

    server.clock.advance(TEN_MINUTES_MS);

    expect(await enter(challengeId, code)).toMatchObject({ status: 410, body: { code: 'code_expired' } });
  });

  it('fits only its own challenge, each with its own attempts', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const older = await requestCode(email);
    const olderCode = await newestCode(server, email);
    const newer = await requestCode(email);

    for (let tries = 0; tries < LOGIN_LIMITS.tries; tries++)
      expect(await enter(newer.challengeId, olderCode)).toMatchObject({ status: 401, body: { code: 'code_invalid' } });
    expect(await enter(newer.challengeId, await newestCode(server, email))).toMatchObject({ status: 429 });

    expect(await enter(older.challengeId, olderCode)).toMatchObject({ status: 200 });
  });

  it('stays valid while further requests past five from one network are rejected, even when they are concurrent', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const first = await requestCode(email);
    const code = await newestCode(server, email);

    const asked = await Promise.all(
      Array.from({ length: 10 }, () => server.post(`${DEV}/login/request-code`, { email })),
    );

    const refused = asked.filter(({ status }) => status === 429);
    expect(asked.filter(({ status }) => status === 202)).toHaveLength(LOGIN_LIMITS.liveChallenges - 1);
    expect(refused).toHaveLength(asked.length - LOGIN_LIMITS.liveChallenges + 1);
    const waits = refused.map(({ headers }) => Number(headers.get('retry-after')));
    expect(waits.every((seconds) => seconds > 0 && seconds <= LOGIN_LIMITS.codeMinutes * 60)).toBe(true);
    expect(await enter(first.challengeId, code)).toMatchObject({ status: 200 });
    expect(await server.post(`${DEV}/login/request-code`, { email })).toMatchObject({ status: 202 });
  });

  it('is stored only in the mail', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    await requestCode(email);
    const code = await newestCode(server, email);

    const { rows } = await server.database.pool.query('SELECT to_json(c)::text AS row FROM login_challenges c');

    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(code);
  });
});

describe('known and unknown addresses', () => {
  it('get the same answer; only the mail differs', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const thirdParty = newEmail();

    const known = await server.post(`${DEV}/login/request-code`, { email });
    const unknown = await server.post(`${DEV}/login/request-code`, { email: thirdParty });

    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect(Object.keys(unknown.body as object)).toEqual(Object.keys(known.body as object));
    expect((await mailsTo(server, thirdParty))[0]?.text).toContain(`${BASE_URL}/docs`);
    const { challengeId } = LoginChallenge.parse(unknown.body);
    expect(await enter(challengeId, '00000000')).toMatchObject({ status: 401, body: { code: 'code_invalid' } });
  });

  it('create the same rows', async () => {
    const { email } = await registerDeveloper(server, newEmail());
    const counted = async (address: string) => {
      await server.post(`${DEV}/login/request-code`, { email: address });
      const challenges = await server.database.pool.query(
        'SELECT FROM login_challenges WHERE email = $1 AND used_at IS NULL',
        [address],
      );
      return [challenges.rowCount, (await mailsTo(server, address)).length > 0];
    };

    expect(await counted(email)).toEqual(await counted(newEmail()));
  });
});

describe('a session cookie', () => {
  async function logIn() {
    const { email } = await registerDeveloper(server, newEmail());
    const { challengeId } = await requestCode(email);
    const answer = await enter(challengeId, await newestCode(server, email), { deliver: 'cookie' });
    const cookie = answer.headers.get('set-cookie') ?? '';
    return { email, answer, cookie, pair: cookie.split(';', 1)[0] ?? '' };
  }
  const change = (headers: Record<string, string>) =>
    server.request('PATCH', `${DEV}/me`, { 'content-type': 'application/json', ...headers }, '{"displayName":"Kim"}');

  it('replaces the token in the answer', async () => {
    const { answer, cookie, pair, email } = await logIn();

    expect(LoginResult.parse(answer.body)).not.toHaveProperty('token');
    expect(cookie).toMatch(/^assay_session=dev_\w+; Path=\/; Max-Age=25919\d\d; HttpOnly; Secure; SameSite=Strict$/);
    expect((await server.get(`${DEV}/me`, { cookie: `theme=dark; ${pair}` })).body).toMatchObject({ email });
  });

  it('changes nothing without the origin of the portal', async () => {
    const { pair } = await logIn();

    expect(await change({ cookie: pair })).toMatchObject({ status: 401 });
    expect(await change({ cookie: pair, origin: 'https://evil.example' })).toMatchObject({ status: 401 });
    expect(await change({ cookie: pair, origin: 'null' })).toMatchObject({ status: 401 });
    expect(await change({ cookie: pair, origin: BASE_URL })).toMatchObject({
      status: 200,
      body: { displayName: 'Kim' },
    });
  });

  it('ends with a logout, which also clears it', async () => {
    const { pair } = await logIn();

    const out = await server.request('POST', `${DEV}/logout`, { cookie: pair, origin: BASE_URL });

    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await server.get(`${DEV}/me`, { cookie: pair })).toMatchObject({
      status: 401,
      body: { code: 'token_expired' },
    });
  });

  it('cannot carry the administrative key', async () => {
    const cookie = `assay_session=${OPERATOR.authorization.slice('Bearer '.length)}`;

    expect((await server.get('/api/v1/operator/queue', { cookie })).status).toBe(401);
  });
});

describe('the developer plane', () => {
  it('is closed to pages of other origins', async () => {
    const { headers } = await registerDeveloper(server, newEmail());
    const origin = 'https://evil.example';

    const read = await server.get(`${DEV}/me`, { ...headers, origin });
    const preflight = await server.request('OPTIONS', `${DEV}/me`, {
      origin,
      'access-control-request-method': 'PATCH',
    });

    expect(read.headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers no preflight of another origin, except for routes that take payments', async () => {
    const origin = 'https://evil.example';
    const closed = routesOf('developer').filter(({ route }) => route.access === 'dev' && route.takesPayments !== true);

    for (const { name, route } of closed) {
      const path = fillPath(route.path, { id: randomUUID(), deliveryId: randomUUID() });
      const { headers } = await server.request('OPTIONS', path, {
        origin,
        'access-control-request-method': route.method,
        'access-control-request-headers': 'authorization, content-type',
      });
      expect([name, headers.get('access-control-allow-origin')]).toEqual([name, null]);
      expect([name, headers.get('access-control-allow-credentials')]).toEqual([name, null]);
    }
    expect(closed.length).toBeGreaterThan(25);
  });

  it('rejects other credentials', async () => {
    expect(await server.get(`${DEV}/me`)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await server.get(`${DEV}/me`, OPERATOR)).toMatchObject({ status: 403, body: { code: 'wrong_plane' } });
  });
});

describe('tokens', () => {
  const list = async (developer: { get(path: string): Promise<{ body: unknown }> }) =>
    listOf(TokenSummary).parse((await developer.get(`${DEV}/tokens`)).body).items;

  it('are shown once, listed without their secret, and revoked', async () => {
    const developer = await registerDeveloper(server, newEmail());

    const created = await developer.post(`${DEV}/tokens`, { label: 'ci', expiresInDays: 90 });
    const { token, id } = TokenCreated.parse(created.body);
    const ci = clientWith(server, token);

    expect(created.status).toBe(201);
    expect((await ci.get(`${DEV}/me`)).status).toBe(200);
    expect((await list(developer)).map(({ label }) => label)).toEqual(['ci', 'Login']);
    expect((await developer.get(`${DEV}/tokens`)).text).not.toContain(token);
    expect((await developer.delete(`${DEV}/tokens/${id}`)).status).toBe(204);
    expect((await ci.get(`${DEV}/me`)).status).toBe(401);
    expect(await developer.delete(`${DEV}/tokens/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'token_not_found' },
    });
  });

  it('of another account cannot be revoked', async () => {
    const [mine, theirs] = [await registerDeveloper(server, newEmail()), await registerDeveloper(server, newEmail())];
    const [target] = await list(theirs);

    const attempt = await mine.delete(`${DEV}/tokens/${target?.id}`);

    expect(attempt).toMatchObject({ status: 404, body: { code: 'token_not_found' } });
    expect((await theirs.get(`${DEV}/me`)).status).toBe(200);
  });

  it('are limited to ten, even when requested concurrently', async () => {
    const developer = await registerDeveloper(server, newEmail());

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        developer.post(`${DEV}/tokens`, { label: `t${index}`, expiresInDays: 1 }),
      ),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'token_limit_reached' });
  });

  it('reject a lifetime of 366 days and unknown members', async () => {
    const developer = await registerDeveloper(server, newEmail());

    expect((await developer.post(`${DEV}/tokens`, { label: 'x', expiresInDays: 366 })).status).toBe(422);
    expect((await developer.post(`${DEV}/tokens`, { label: 'x', expiresInDays: 1, scopes: ['*'] })).status).toBe(422);
  });

  it('show when they were last used, to the hour', async () => {
    const developer = await registerDeveloper(server, newEmail());
    await developer.get(`${DEV}/me`);

    expect((await list(developer))[0]?.lastUsedAt).not.toBeNull();
  });

  it('survive a logout of all sessions', async () => {
    const developer = await registerDeveloper(server, newEmail());
    const created = TokenCreated.parse((await developer.post(`${DEV}/tokens`, { label: 'ci', expiresInDays: 1 })).body);
    const { challengeId } = await requestCode(developer.email);
    const other = LoginResult.parse((await enter(challengeId, await newestCode(server, developer.email))).body);

    expect((await developer.post(`${DEV}/logout`, { all: true })).status).toBe(204);

    expect((await developer.get(`${DEV}/me`)).status).toBe(401);
    expect((await clientWith(server, other.token ?? '').get(`${DEV}/me`)).status).toBe(401);
    expect((await clientWith(server, created.token).get(`${DEV}/me`)).status).toBe(200);
  });
});

describe('an account', () => {
  it('changes its name and notifications, and rejects unknown members', async () => {
    const developer = await registerDeveloper(server, newEmail());

    const changed = await developer.patch(`${DEV}/me`, {
      displayName: '<b>Kim</b>',
      notify: ['flag.opened', 'flag.opened'],
    });

    expect(changed.body).toMatchObject({ displayName: '<b>Kim</b>', notify: ['flag.opened'] });
    expect((await developer.patch(`${DEV}/me`, { email: 'other@example.org' })).status).toBe(422);
    expect((await developer.patch(`${DEV}/me`, { notify: ['no.such.kind'] })).status).toBe(422);
  });

  /** Every table that holds the text in any column. */
  async function listTablesWith(text: string): Promise<string[]> {
    const { rows: tables } = await server.database.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rowCount } = await server.database.pool.query(
        `SELECT FROM "${name}" AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`,
        [text],
      );
      if (rowCount !== 0) found.push(name);
    }
    return found;
  }

  it('leaves no personal data in any table when it is deleted', async () => {
    const marker = 'erased-9f3c';
    const developer = await registerDeveloper(server, `${marker}@example.org`);
    const writes = [
      ['PATCH', '/me', { displayName: marker }],
      ['POST', '/support/tickets', { subject: marker, category: 'OTHER', message: `Please call ${marker}.` }],
      ['POST', '/drafts', { productType: 'SKILL', skillMdContent: `# ${marker}` }],
      ['POST', '/tokens', { label: marker, expiresInDays: 3 }],
    ] as const;
    for (const [method, path, body] of writes) {
      const headers = {
        ...developer.headers,
        'content-type': 'application/json',
        'idempotency-key': marker + path.replaceAll('/', '-'),
      };
      const { status } = await server.request(method, `${DEV}${path}`, headers, JSON.stringify(body));
      expect([200, 201]).toContain(status);
    }
    expect(await listTablesWith(marker)).toContain('idempotent_answers');

    expect((await developer.delete(`${DEV}/me`)).status).toBe(204);

    expect((await developer.get(`${DEV}/me`)).status).toBe(401);
    expect(await listTablesWith(marker)).toEqual([]);
    const again = await registerDeveloper(server, developer.email);
    expect(again.accountId).not.toBe(developer.accountId);
  });

  it('has every change to its credentials in the audit log', async () => {
    const developer = await registerDeveloper(server, newEmail());
    await developer.post(`${DEV}/tokens`, { label: 'ci', expiresInDays: 1 });

    const { rows } = await server.database.pool.query(
      'SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY position',
      [developer.accountId],
    );

    expect(rows.map(({ action }) => action)).toEqual(['account.registered', 'account.logged_in', 'token.created']);
  });
});
