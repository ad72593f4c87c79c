import { AuditRow, listOf, StartedSignIn } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInAtProvider, type OidcProvider, startOidcProvider } from '../../testing/oidc-provider.ts';
import { atOwnAddress } from '../../testing/page-server.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { identityOf } from './sign-in.policy.ts';

const SIGN_IN = '/api/v1/auth/operator';
const ME = '/api/v1/operator/me';
const MINUTE_MS = 60_000;

let provider: OidcProvider;
let server: TestServer;
let pageUrl: string;
let origin: string;
beforeAll(async () => {
  server = await atOwnAddress(async (env) => {
    origin = String(env.PUBLIC_BASE_URL);
    pageUrl = `${origin}/operator`;
    provider = await startOidcProvider({
      redirectUri: pageUrl,
      people: {
        ada: { email: 'ada@example.com', isVerified: true },
        mallory: { email: 'ben@example.com', isVerified: false },
        nemo: { email: 'nemo@example.com', isVerified: true },
      },
    });
    return startTestServer({ env: { ...env, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId } });
  });
  for (const [name, signIn] of [
    ['ada', 'ada@example.com'],
    ['ben', 'ben@example.com'],
  ])
    await server.operate('/api/v1/operator/accounts', { name, role: 'reviewer', signIn });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const start = async () => StartedSignIn.parse((await server.request('POST', `${SIGN_IN}/start`)).body);
const finish = (flow: string, callback: string) => server.post(`${SIGN_IN}/finish`, { flow, callback });
async function signInAs(login: string) {
  const { url, flow } = await start();
  const callback = await logInAtProvider(url, login, pageUrl);
  return { flow, callback, answer: await finish(flow, callback) };
}
const cookieOf = (headers: Headers) => ({ cookie: headers.get('set-cookie')?.split(';')[0] ?? '' });

describe('sign-in with a provider', () => {
  it('uses the code flow with PKCE, and opens operator routes as the operator that the claim names', async () => {
    const { url } = await start();
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: pageUrl,
    });

    const { answer } = await signInAs('ada');

    expect([answer.status, answer.body]).toMatchObject([200, { name: 'ada', role: 'reviewer' }]);
    expect(answer.headers.get('set-cookie')).toMatch(/^assay_operator=op_.*HttpOnly; Secure; SameSite=Strict$/);
    expect(JSON.stringify(answer.body)).not.toContain('op_');
    const cookie = cookieOf(answer.headers);
    expect((await server.get(ME, cookie)).body).toMatchObject({ name: 'ada' });
    expect((await server.get('/api/v1/operator/accounts', cookie)).body).toMatchObject({ code: 'role_required' });
    const { items } = listOf(AuditRow).parse((await server.get('/api/v1/operator/audit-log?limit=1', OPERATOR)).body);
    expect(items[0]).toMatchObject({ actor: 'operator:ada', action: 'operator.signed_in' });
  });

  it('creates no operator: unknown and unverified addresses are rejected', async () => {
    for (const login of ['nemo', 'mallory']) {
      const { answer } = await signInAs(login);
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'sign_in_refused' }]);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    const { body } = await server.get('/api/v1/operator/accounts', OPERATOR);
    expect((body as { items: unknown[] }).items).toHaveLength(2);
  });

  it('accepts a callback once, for its own flow, within ten minutes', async () => {
    const { flow, callback } = await signInAs('ada');
    const other = await start();
    const fresh = await start();
    const late = await logInAtProvider(fresh.url, 'ada', pageUrl);

    const answers = [
      await finish(flow, callback),
      await finish(other.flow, callback),
      await finish('forged', callback),
      await finish(flow, '?error=access_denied'),
    ];
    server.clock.advance(11 * MINUTE_MS);
    answers.push(await finish(fresh.flow, late));

    for (const { status, body } of answers) expect([status, body]).toMatchObject([403, { code: 'sign_in_refused' }]);
  });

  it('creates a session that writes only from portal pages, and ends by sign-out, removal and expiry', async () => {
    const { answer } = await signInAs('ada');
    const cookie = cookieOf(answer.headers);
    const signOut = (headers: Record<string, string>) => server.request('POST', '/api/v1/operator/sign-out', headers);

    expect((await signOut(cookie)).status).toBe(401);
    expect((await signOut({ ...cookie, origin: 'https://elsewhere.example' })).status).toBe(401);
    expect((await server.get(ME, cookie)).status).toBe(200);
    expect((await signOut({ ...cookie, origin })).status).toBe(204);
    expect((await server.get(ME, cookie)).status).toBe(401);

    const second = cookieOf((await signInAs('ada')).answer.headers);
    server.clock.advance(8 * 60 * MINUTE_MS + 1);
    expect((await server.get(ME, second)).status).toBe(401);
    const third = cookieOf((await signInAs('ada')).answer.headers);
    await server.request('DELETE', '/api/v1/operator/accounts/ada', OPERATOR);
    expect((await server.get(ME, third)).status).toBe(401);
  });

  it('is off if no provider is configured', async () => {
    const without = await startTestServer({ database: server.database });

    expect((await without.get(SIGN_IN)).body).toEqual({ isConfigured: false });
    expect((await without.request('POST', `${SIGN_IN}/start`)).body).toMatchObject({ code: 'sign_in_disabled' });
    await without.close();
  });
});

describe('the identity of a token', () => {
  it.each([
    ['a verified address', { email: 'a@example.com', email_verified: true }, 'email', 'a@example.com'],
    ['an address that is not verified', { email: 'a@example.com', email_verified: false }, 'email', undefined],
    ['an address of unknown state', { email: 'a@example.com' }, 'email', undefined],
    ['a verified flag as text', { email: 'a@example.com', email_verified: 'true' }, 'email', undefined],
    ['another claim', { sub: 'f3a' }, 'sub', 'f3a'],
    ['a claim that is missing', { sub: 'f3a' }, 'employee', undefined],
    ['an inherited member', {}, 'constructor', undefined],
    ['an empty value', { sub: '' }, 'sub', undefined],
  ])('is read: %s', (_, claims, claim, expected) => {
    expect(identityOf(claims, claim)).toBe(expected);
  });
});
