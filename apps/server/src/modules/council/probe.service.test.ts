import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGuardedFetch, type GuardedFetch } from '../../platform/fetch/index.ts';
import { createLoopbackNetwork, type LoopbackNetwork } from '../../testing/loopback-network.ts';
import { createProbe } from './probe.service.ts';

let server: Server;
let network: LoopbackNetwork;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer(({ method, url = '', headers: { host = '' } }, response) => {
    asked.push(`${method} ${host}${url}`);
    const status = url === '/locked' ? (host === 'open.example' ? 200 : 401) : 200;
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in does not listen.');
  network = createLoopbackNetwork({
    port: address.port,
    addressesOf: (host) => (host === 'unknown.example' ? [] : ['93.184.216.34']),
  });
});
afterAll(() => server.close());

const document = (host: string): string => `openapi: 3.1.0
info: { title: A, version: '1' }
servers: [{ url: 'https://${host}' }]
security: [{ key: [] }]
paths:
  /locked: { get: { responses: { '200': { description: ok } } } }
  /free: { get: { security: [], responses: { '200': { description: ok } } } }
  /one/{id}: { get: { responses: { '200': { description: ok } } } }
  /made: { post: { responses: { '201': { description: ok } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;

/** The stand-in speaks plain HTTP: the address is taken down to it behind everything that judges the plan. */
const plain: GuardedFetch = (request) =>
  createGuardedFetch({ network, allowHttp: true })({ ...request, url: request.url.replace('https:', 'http:') });

const probe = (host: string, changes: { mayProbe?: boolean; declared?: string } = {}) =>
  createProbe({ fetch: plain, wait: async () => {} })({
    input: {
      productType: 'API',
      mayProbe: changes.mayProbe ?? true,
      manifest: { declaredEndpoints: [`https://${changes.declared ?? host}`] },
    } as Parameters<ReturnType<typeof createProbe>>[0]['input'],
    files: [{ path: 'openapi.yaml', bytes: new TextEncoder().encode(document(host)), kind: 'file' }],
  });
const failures = async (host: string) =>
  (await probe(host)).filter(({ passed }) => !passed).map(({ url, check }) => `${check} ${new URL(url).pathname}`);

it('asks reads without parameters of declared hosts, and nothing else', async () => {
  asked.length = 0;
  expect((await probe('sound.example')).every(({ passed }) => passed)).toBe(true);
  expect(asked).toEqual(['GET sound.example/locked', 'GET sound.example/free']);
});

it('asks nothing without consent, and nothing of hosts that were not declared', async () => {
  asked.length = 0;
  expect(await probe('sound.example', { mayProbe: false })).toEqual([]);
  expect(await probe('sound.example', { declared: 'other.example' })).toEqual([]);
  expect(asked).toEqual([]);
});

it('says which lock is not there, after it has asked twice, and who cannot be reached', async () => {
  asked.length = 0;
  expect(await failures('open.example')).toEqual(['protected /locked']);
  expect(asked.filter((line) => line.endsWith('/locked'))).toHaveLength(2);
  expect(await failures('unknown.example')).toEqual(['reachable /locked', 'reachable /free']);
});
