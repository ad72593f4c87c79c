import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGuardedFetch, type Network } from '../../platform/fetch/index.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { SOME_PUBLIC_ADDRESS } from '../../testing/loopback-network.ts';
import { createProbe } from './probe.service.ts';

const NOW = new Date('2026-11-01T00:00:00Z');
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
const authority = makeCertificate('authority', inDays(36_500));
/** TLS also checks the expiry against real time: this date is far away, and the probe's clock is set shortly before it. */
const LATE = new Date('2095-01-01T00:00:00Z');
const certificates = new Map([
  ['sound.example', makeCertificate('sound.example', inDays(36_000), authority)],
  ['open.example', makeCertificate('open.example', inDays(36_000), authority)],
  ['careless.example', makeCertificate('careless.example', LATE, authority)],
  ['forged.example', makeCertificate('forged.example', inDays(36_000))],
]);

const SOUND = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'ratelimit-limit': '100',
  'content-type': 'application/json; charset=utf-8',
};
const asked: string[] = [];

const answer: RequestListener = ({ method, url = '', headers }, response) => {
  const { host = '', origin } = headers;
  asked.push(`${method} ${host}${url}${origin === undefined ? '' : ` from ${origin}`}`);
  if (host === 'careless.example') {
    const letIn = origin === undefined ? {} : { 'access-control-allow-origin': origin };
    const isThere = url !== '/assay-probe-of-what-is-not-there';
    response.writeHead(isThere ? (url === '/locked' ? 401 : 200) : 404, {
      ...letIn,
      'access-control-allow-credentials': 'true',
      'content-type': 'text/html',
    });
    response.end(isThere ? '<p>' : 'Error: not found\n    at Router.handle (/srv/app/router.js:12:5)');
    return;
  }
  const isLocked = url === '/locked' && host !== 'open.example';
  const isThere = url === '/locked' || url === '/free';
  response.writeHead(isLocked ? 401 : isThere ? 200 : 404, SOUND).end('{}');
};

const upgrade: RequestListener = ({ url = '', headers: { host = '' } }, response) => {
  asked.push(`plain ${host}${url}`);
  if (host === 'careless.example') response.writeHead(200).end('{}');
  else response.writeHead(301, { location: `https://${host}${url}` }).end();
};

let servers: Server[] = [];
let network: Network;
beforeAll(async () => {
  const secure = createTlsServer(
    {
      SNICallback: (name, done) => {
        const { cert, key } = certificates.get(name) ?? authority;
        done(null, createSecureContext({ cert, key }));
      },
    },
    answer,
  );
  const plain = createServer(upgrade);
  servers = [secure, plain];
  const portOf = async (server: Server): Promise<number> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The service does not listen.');
    return address.port;
  };
  const ports = { secure: await portOf(secure), plain: await portOf(plain) };
  network = {
    resolve: async (host) => (host === 'unknown.example' ? [] : [SOME_PUBLIC_ADDRESS]),
    dial: async ({ host, isSecure }, signal) => {
      const socket = isSecure
        ? connectTls({ host: '127.0.0.1', port: ports.secure, servername: host, ca: authority.cert })
        : connect({ host: '127.0.0.1', port: ports.plain });
      await once(socket, isSecure ? 'secureConnect' : 'connect', { signal });
      return socket;
    },
  };
});
afterAll(() => {
  for (const server of servers) server.close();
});

const document = (host: string): string => `openapi: 3.1.0
info: { title: A, version: '1' }
servers: [{ url: 'https://${host}' }]
security: [{ key: [] }]
paths:
  /locked: { get: { responses: { '200': { description: ok } } } }
  /free: { get: { security: [], responses: { '200': { description: ok, content: { application/json: {} } } } } }
  /one/{id}: { get: { responses: { '200': { description: ok } } } }
  /made: { post: { responses: { '201': { description: ok } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;

const probe = (host: string, changes: { mayProbe?: boolean; declared?: string; now?: Date } = {}) =>
  createProbe({
    fetch: createGuardedFetch({ network }),
    wait: async () => {},
    clock: { now: () => changes.now ?? NOW },
  })({
    input: {
      productType: 'API',
      mayProbe: changes.mayProbe ?? true,
      manifest: { declaredEndpoints: [`https://${changes.declared ?? host}`] },
    } as Parameters<ReturnType<typeof createProbe>>[0]['input'],
    files: [{ path: 'openapi.yaml', bytes: new TextEncoder().encode(document(host)), kind: 'file' }],
  });
const failures = async (host: string, now?: Date) =>
  (await probe(host, now === undefined ? {} : { now }))
    .filter(({ passed }) => !passed)
    .map(({ url, check }) => `${check} ${new URL(url).pathname}`);

it('sends only reads without credentials to declared hosts, plus a few fixed checks', async () => {
  asked.length = 0;
  const results = await probe('sound.example');
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
  expect(asked).toEqual([
    'GET sound.example/locked',
    'GET sound.example/free',
    ...Array(3).fill('GET sound.example/locked'),
    'GET sound.example/locked from https://probe.assay.invalid',
    'GET sound.example/assay-probe-of-what-is-not-there',
    'plain sound.example/locked',
    'GET sound.example/locked',
  ]);
  expect(new Set(results.map(({ check }) => check))).toEqual(
    new Set([
      ...['reachable', 'certificate', 'certificate-days', 'stays', 'no-server-error', 'described', 'protected'],
      ...['content-type', 'internals', 'hsts', 'nosniff', 'rate-limit', 'origin', 'upgrade', 'latency'],
    ]),
  );
});

it('sends nothing without consent, and nothing to undeclared hosts', async () => {
  asked.length = 0;
  expect(await probe('sound.example', { mayProbe: false })).toEqual([]);
  expect(await probe('sound.example', { declared: 'other.example' })).toEqual([]);
  expect(asked).toEqual([]);
});

it('reports an operation without the declared authentication after a second request, and unreachable hosts', async () => {
  asked.length = 0;
  expect(await failures('open.example')).toEqual(['protected /locked']);
  expect(asked.slice(0, 2)).toEqual(Array(2).fill('GET open.example/locked'));
  expect(await failures('unknown.example')).toEqual(['reachable /locked', 'reachable /free']);
});

it('distinguishes an invalid certificate from an unreachable service', async () => {
  expect(await failures('forged.example')).toEqual(['certificate /locked', 'certificate /free']);
});

it('names each weakness of a careless service', async () => {
  const late = new Date(LATE.getTime() - 3 * 86_400_000);
  expect(await failures('careless.example', late)).toEqual([
    ...['certificate-days', 'hsts', 'nosniff', 'rate-limit'].map((check) => `${check} /locked`),
    ...['certificate-days', 'content-type', 'hsts', 'nosniff', 'rate-limit'].map((check) => `${check} /free`),
    'origin /locked',
    'internals /assay-probe-of-what-is-not-there',
    'upgrade /locked',
  ]);
});
