import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trackUnusedConnections } from './close-unused-connections.ts';

let server: Server;
let closeUnused: () => void;

beforeEach(async () => {
  server = createServer((_request, response) => response.end('answered'));
  closeUnused = trackUnusedConnections(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => server.closeAllConnections());

/** A connection that the server has accepted. */
async function openConnection(): Promise<{ client: Socket; accepted: Socket }> {
  const accepts = once(server, 'connection') as Promise<[Socket]>;
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [accepted] = await accepts;
  return { client, accepted };
}

it('a connection that was never used does not delay the stop', async () => {
  const { client } = await openConnection();
  const ended = text(client);
  const closed = once(server, 'close');

  closeUnused();
  server.close();

  await closed;
  expect(await ended).toBe('');
});

it('a request that has begun is answered during the stop', async () => {
  const { client, accepted } = await openConnection();
  client.write('GET / HTTP/1.1\r\nHost: assay\r\n');
  await vi.waitFor(() => expect(accepted.bytesRead).toBeGreaterThan(0));

  closeUnused();
  server.close();
  client.write('Connection: close\r\n\r\n');

  expect(await text(client)).toContain('answered');
});

it('a connection that is opened after the stop has begun is closed at once', async () => {
  closeUnused();

  const { client } = await openConnection();

  expect(await text(client)).toBe('');
});
