import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../platform/log/index.ts';
import { clientWith, DEV, newestCode, registerDeveloper } from '../../testing/developer.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const lines: string[] = [];
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ log: createLogger('trace', destination) });
});
afterAll(() => server.close());

it('no secret is logged in any request', async () => {
  const developer = await registerDeveloper(server, 'quiet@example.org');
  await server.post(`${DEV}/login/request-code`, { email: developer.email });
  const code = await newestCode(server, developer.email);
  const named = (await developer.post(`${DEV}/tokens`, { label: 'ci', expiresInDays: 1 })).body as { token: string };
  const linked = await server.post('/api/v1/auth/link', await signIn(server, newWallet(), 'link'));
  const { apiKey } = linked.body as { apiKey: string };
  await clientWith(server, `${apiKey}x`).get('/api/v1/auth/keys');
  await server.get(`${DEV}/me`, { cookie: `assay_session=${named.token}` });
  await server.request('POST', `${DEV}/login/verify`, { 'content-type': 'application/json' }, `{"code":"${code}",`);

  const log = lines.join('');
  for (const secret of [developer.token, named.token, apiKey, code]) expect(log).not.toContain(secret);
  expect(log).not.toContain(developer.email);
});
