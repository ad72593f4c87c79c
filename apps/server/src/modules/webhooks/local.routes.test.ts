import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemNetwork } from '../../platform/fetch/index.ts';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HOOKS = `${DEV}/webhooks`;
const received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(request.url ?? '');
  response.writeHead(204).end();
});

let local: TestServer;
let strict: TestServer;
let developer: TestDeveloper;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const env = { ASSAY_ROLES: 'api,worker', WEBHOOK_ALLOW_LOOPBACK: '1' };
  local = await startTestServer({ network: systemNetwork, env });
  strict = await startTestServer();
  developer = await registerDeveloper(local, 'local@example.org');
}, 60_000);
afterAll(async () => {
  await Promise.all([local.close(), strict.close()]);
  receiver.closeAllConnections();
  receiver.close();
});

it('reaches a receiver on this machine if loopback is allowed', async () => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const made = await developer.post(HOOKS, { url, kinds: ['flag.*'] });
  const { id } = made.body as { id: string };

  await developer.post(`${HOOKS}/${id}/test`);

  expect(made.status).toBe(201);
  await vi.waitFor(() => expect(received).toEqual(['/hook']), { timeout: 20_000, interval: 20 });
  const inside = await developer.post(HOOKS, { url: 'http://10.0.0.1/hook', kinds: ['flag.*'] });
  expect(inside).toMatchObject({ status: 422, body: { code: 'webhook_url_unsupported' } });
});

it.each([
  ['http://example.org/', 'scheme must be https'],
  ['https://example.org:8443/', 'port must be 443'],
  ['https://127.0.0.1/', 'WEBHOOK_ALLOW_LOOPBACK=1'],
  ['https://nobody.invalid/', 'name cannot be resolved'],
  ['https://user:word@example.org/', 'user and password'],
])('explains why %s cannot be used', async (url, cause) => {
  const thirdParty = await registerDeveloper(strict, `${Buffer.from(url).toString('hex').slice(-24)}@example.org`);

  const { status, body } = await thirdParty.post(HOOKS, { url, kinds: ['flag.*'] });

  expect([status, (body as { detail: string }).detail]).toEqual([422, expect.stringContaining(cause)]);
});
