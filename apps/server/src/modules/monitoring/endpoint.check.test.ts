import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../platform/fetch/index.ts';
import { createLoopbackNetwork, type LoopbackNetwork } from '../../testing/loopback-network.ts';
import { createEndpointCheck, ENDPOINTS_MAX } from './endpoint.check.ts';

let server: Server;
let network: LoopbackNetwork;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer(({ method, headers: { host = '' } }, response) => {
    asked.push(`${method} ${host}`);
    const status = { 'head-less.example': method === 'HEAD' ? 405 : 200, 'broken.example': 500, 'moved.example': 302 };
    const answer = status[host as keyof typeof status] ?? 200;
    response.writeHead(answer, answer === 302 ? { location: 'http://third-party.example/' } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in does not listen.');
  const isKnown = (host: string) => host !== 'unknown.example';
  network = createLoopbackNetwork({
    port: address.port,
    addressesOf: (host) => (isKnown(host) ? ['93.184.216.34'] : []),
  });
});
afterAll(() => server.close());

const probe = (...hosts: string[]) =>
  createEndpointCheck(createGuardedFetch({ network, allowHttp: true }))(hosts.map((host) => `http://${host}/`));

describe('a declared endpoint', () => {
  it.each([
    ['answers', 'fine.example'],
    ['answers', 'head-less.example'],
    ['failing', 'broken.example'],
    ['silent', 'unknown.example'],
    ['silent', '127.0.0.1'],
    ['elsewhere', 'moved.example'],
  ])('%s: %s', async (kind, host) => {
    expect(await probe(host)).toEqual([{ url: `http://${host}/`, kind }]);
  });

  it('is probed only by HEAD and GET, up to a limit of endpoints', async () => {
    const seen = await probe(...Array.from({ length: ENDPOINTS_MAX + 1 }, (_, n) => `host-${n}.example`));

    expect(seen).toHaveLength(ENDPOINTS_MAX);
    expect(asked.filter((line) => !/^(HEAD|GET) /.test(line))).toEqual([]);
  });
});
