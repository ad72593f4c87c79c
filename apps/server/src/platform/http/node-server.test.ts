import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { REQUEST_LIMITS } from '@assay/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { answerUnreadable } from './answer-problems.ts';
import { createNodeServer } from './node-server.ts';
import { createRateLimiter } from './rate-limiter.ts';

const SHORT = { headersBytesMax: 32 * 1024, headersMs: 500, timeMs: 600, timeCheckMs: 10, keepAliveMs: 50 } as const;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function start(handle: RequestListener): Promise<number> {
  server = createNodeServer(handle, SHORT);
  server.on(
    'clientError',
    answerUnreadable({
      docsUrl: 'http://assay.test/docs',
      limiter: createRateLimiter({ overrides: {}, refuses: false }),
      clock: createTestClock(),
      log: silentLog,
      routes: [],
      mounts: { apiPrefix: '/api/v1', playerPrefix: '/certsvc/v1' },
      clientAddress: () => '127.0.0.1',
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns the bytes that the server sends until it closes the connection; the client's half stays open. */
async function sendHalf(lines: string): Promise<string> {
  const port = await start((request) => request.resume());
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const peer = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  peer.write(lines);
  const [socket] = await accepted;
  const [said] = await Promise.all([text(peer), once(socket, 'close')]);
  peer.destroy();
  return said;
}

describe('a half-sent request', () => {
  it.each([
    ['its head', 'POST / HTTP/1.1\r\nHost: assay\r\n'],
    ['its body', 'POST / HTTP/1.1\r\nHost: assay\r\nContent-Length: 100\r\n\r\n{'],
  ])('is answered with 408 and its connection closed: %s', async (_, lines) => {
    expect(await sendHalf(lines)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*"request_timeout"/s);
  });
});

it('a connection without a request is closed without a response', async () => {
  expect(await sendHalf('')).toBe('');
});

it('a request that arrived during a stall of the process is answered, although its time has passed', async () => {
  const port = await start((_, response) => response.end('answered'));
  const accepted = once(server, 'connection');
  const peer = connect({ port, host: '127.0.0.1' });
  await accepted;
  peer.write('GET / HTTP/1.1\r\nHost: assay\r\nConnection: close\r\n\r\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * SHORT.headersMs); // Blocks the process.

  expect(await text(peer)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*answered/s);
});

it('the server limits a head more strictly than a whole request, so that Node enforces both limits', () => {
  server = createNodeServer(() => undefined);

  expect([server.headersTimeout, server.requestTimeout]).toEqual([REQUEST_LIMITS.headersMs, REQUEST_LIMITS.timeMs]);
  expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout);
});

it('an idle connection stays open longer than in common proxies, and each response says so', async () => {
  server = createNodeServer((_, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  expect(REQUEST_LIMITS.keepAliveMs).toBeGreaterThan(120_000);
  expect(answer.headers.get('keep-alive')).toBe(`timeout=${REQUEST_LIMITS.keepAliveMs / 1_000}`);
});
