import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLoopbackNetwork, SOME_PUBLIC_ADDRESS } from '../../testing/loopback-network.ts';
import { ENCODING_OVERHEAD_BYTES_MAX, FETCH_LIMITS } from './fetch-limits.ts';
import { createGuardedFetch, type FetchRequest } from './guarded-fetch.ts';
import type { Network } from './network.ts';
import type { UrlRules } from './url-policy.ts';

const PAGE = 'https://example.com/page';
const REBOUND_ADDRESS = '10.0.0.1';

type Setup = { addressesOf?: (host: string) => readonly string[]; rules?: UrlRules };

async function setup(listener: RequestListener, { addressesOf, rules = {} }: Setup = {}) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const network = createLoopbackNetwork({ port, ...(addressesOf ? { addressesOf } : {}) });
  const guarded = createGuardedFetch({ network, ...rules });
  const get = (request: Partial<FetchRequest> = {}) => guarded({ url: PAGE, ...request });
  return { get, guarded, seen, network };
}

const answering =
  (body: Uint8Array | string, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

const redirecting =
  (targets: Record<string, string>): RequestListener =>
  ({ headers, url }, response) => {
    const location = targets[`${headers.host}${url}`];
    if (location === undefined) response.end('arrived');
    else response.writeHead(302, { location }).end();
  };

describe('an answer', () => {
  it('carries status, headers, bytes and the final URL', async () => {
    const { get } = await setup(answering('hello', { 'content-type': 'text/plain' }, 404));

    const result = await get();

    expect(result).toMatchObject({
      kind: 'ok',
      status: 404,
      headers: { 'content-type': 'text/plain' },
      bytes: Buffer.from('hello'),
      finalUrl: PAGE,
    });
  });

  it('never carries cookies', async () => {
    const { get } = await setup(answering('x', { 'set-cookie': 'a=b' }));

    const result = await get();

    expect(result.kind === 'ok' && Object.keys(result.headers)).not.toContain('set-cookie');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', Buffer.from],
  ] as const)('is decoded from %s', async (encoding, encode) => {
    const { get } = await setup(answering(encode(Buffer.from('plain text')), { 'content-encoding': encoding }));

    expect(await get()).toMatchObject({ kind: 'ok', bytes: Buffer.from('plain text') });
  });

  it.each(['gzip, gzip', 'zstd', '__proto__'])('in the encoding %s is refused', async (encoding) => {
    const { get } = await setup(answering('x', { 'content-encoding': encoding }));

    expect(await get()).toEqual({ kind: 'refused', reason: 'unknown_encoding' });
  });

  it('without a body is accepted with any declared encoding', async () => {
    const { get } = await setup(answering('', { 'content-encoding': 'gzip' }, 204));

    expect(await get()).toMatchObject({ kind: 'ok', status: 204, bytes: new Uint8Array() });
    expect(await get({ method: 'HEAD' })).toMatchObject({ kind: 'ok', status: 204 });
  });
});

describe('a request', () => {
  it('keeps the host name and identifies the service only by its user agent', async () => {
    const { get, seen, network } = await setup(answering('x'));

    await get({ headers: { Accept: 'text/plain' } });

    expect(seen[0]?.headers).toEqual({
      host: 'example.com',
      'user-agent': 'assay',
      accept: 'text/plain',
      'accept-encoding': 'gzip, deflate, br',
      connection: 'close',
    });
    expect(network.dialed).toEqual([{ address: SOME_PUBLIC_ADDRESS, host: 'example.com', port: 443, isSecure: true }]);
  });

  it('can post a body', async () => {
    const { get } = await setup((request, response) => {
      request.pipe(response);
    });

    const result = await get({ method: 'POST', body: Buffer.from('{"a":1}') });

    expect(result).toMatchObject({ kind: 'ok', bytes: Buffer.from('{"a":1}') });
  });

  it('with an invalid header is an internal error and throws', async () => {
    const { get } = await setup(answering('x'));

    await expect(get({ headers: { 'x-note': 'two\nlines' } })).rejects.toThrow(TypeError);
  });
});

describe('a non-public address', () => {
  it.each([
    ['alone', ['127.0.0.1']],
    ['among public ones', [SOME_PUBLIC_ADDRESS, 'fd00::1']],
    ['unreadable', ['fe80::1%eth0']],
  ])('%s is never connected to', async (_how, addresses) => {
    const { get, network } = await setup(answering('secret'), { addressesOf: () => addresses });

    expect(await get()).toEqual({ kind: 'refused', reason: 'address_not_public' });
    expect(network.dialed).toEqual([]);
  });

  it('in the URL is never connected to', async () => {
    const { get, network } = await setup(answering('secret'));

    expect(await get({ url: 'https://0x7f.1/' })).toEqual({ kind: 'refused', reason: 'address_not_public' });
    expect(network.dialed).toEqual([]);
  });

  it('is not looked up when the URL contains a public address', async () => {
    const { get, network } = await setup(answering('x'), { addressesOf: () => [] });

    expect(await get({ url: `https://${SOME_PUBLIC_ADDRESS}/` })).toMatchObject({ kind: 'ok' });
    expect(network.dialed).toMatchObject([{ address: SOME_PUBLIC_ADDRESS }]);
  });

  it('in the second DNS answer only is refused before a second connection', async () => {
    const answers = [[SOME_PUBLIC_ADDRESS], [REBOUND_ADDRESS]];
    const { get, network } = await setup(redirecting({ 'example.com/page': '/again' }), {
      addressesOf: () => answers.shift() ?? [],
    });

    expect(await get()).toEqual({ kind: 'refused', reason: 'address_not_public' });
    expect(network.dialed).toMatchObject([{ address: SOME_PUBLIC_ADDRESS }]);
  });
});

describe('a redirect', () => {
  it('is followed to its target', async () => {
    const { get } = await setup(redirecting({ 'example.com/page': 'https://other.example/b' }));

    expect(await get()).toMatchObject({
      kind: 'ok',
      finalUrl: 'https://other.example/b',
      bytes: Buffer.from('arrived'),
    });
  });

  it.each([
    ['https://10.0.0.1/', 'address_not_public'],
    ['https://[::ffff:169.254.169.254]/', 'address_not_public'],
    ['http://example.com/', 'scheme_not_allowed'],
    ['file:///etc/passwd', 'scheme_not_allowed'],
    ['https://user:secret@example.com/', 'credentials_in_url'],
    ['https://example.com:22/', 'port_not_allowed'],
    ['https://exa mple/', 'url_invalid'],
  ])('to %s is refused', async (location, reason) => {
    const { get, network } = await setup(redirecting({ 'example.com/page': location }));

    expect(await get()).toEqual({ kind: 'refused', reason });
    expect(network.dialed).toHaveLength(1);
  });

  it('to a name with a private address is refused without a connection', async () => {
    const { get, network } = await setup(redirecting({ 'example.com/page': 'https://internal.example/' }), {
      addressesOf: (host) => [host === 'internal.example' ? REBOUND_ADDRESS : SOME_PUBLIC_ADDRESS],
    });

    expect(await get()).toEqual({ kind: 'refused', reason: 'address_not_public' });
    expect(network.dialed.map(({ host }) => host)).toEqual(['example.com']);
  });

  it('outside the allowed hosts is refused', async () => {
    const { get } = await setup(redirecting({ 'example.com/page': 'https://other.example/' }), {
      rules: { allowHosts: ['example.com'] },
    });

    expect(await get()).toEqual({ kind: 'refused', reason: 'host_not_allowed' });
  });

  it('without a target is refused', async () => {
    const { get } = await setup(answering('', {}, 301));

    expect(await get()).toEqual({ kind: 'refused', reason: 'redirect_invalid' });
  });

  it('is followed up to the limit', async () => {
    const steps = Array.from({ length: FETCH_LIMITS.redirectsMax }, (_, step) => [
      `example.com/${step}`,
      `/${step + 1}`,
    ]);
    const { get } = await setup(redirecting({ ...Object.fromEntries(steps), 'example.com/start': '/0' }));

    expect(await get({ url: 'https://example.com/0' })).toMatchObject({ kind: 'ok' });
    expect(await get({ url: 'https://example.com/start' })).toEqual({ kind: 'refused', reason: 'too_many_redirects' });
  });

  it('keeps the request headers on the same origin and drops them permanently on another', async () => {
    const { get, seen } = await setup(
      redirecting({
        'example.com/page': '/next',
        'example.com/next': 'https://other.example/',
        'other.example/': 'https://example.com/end',
      }),
    );

    await get({ headers: { authorization: 'Bearer secret' } });

    const sent = seen.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(['Bearer secret', 'Bearer secret', undefined, undefined]);
  });

  it('of a POST is returned, not followed', async () => {
    const { get, seen } = await setup(redirecting({ 'example.com/page': '/next' }));

    expect(await get({ method: 'POST', body: Buffer.from('x') })).toMatchObject({ kind: 'ok', status: 302 });
    expect(seen).toHaveLength(1);
  });
});

describe('a body', () => {
  const limits = { bytesMax: 1_000 };

  it('at the limit is read, and one byte past it is too large', async () => {
    const { get } = await setup(({ url }, response) => {
      response.end(Buffer.alloc(Number(url?.slice(1))));
    });

    expect(await get({ url: 'https://example.com/1000', limits })).toMatchObject({ kind: 'ok' });
    expect(await get({ url: 'https://example.com/1001', limits })).toEqual({ kind: 'too_large' });
  });

  it('without end is cut off at the limit', async () => {
    const { get } = await setup((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', pour);
      pour();
    });

    expect(await get()).toEqual({ kind: 'too_large' });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is counted after decoding %s', async (encoding, encode) => {
    const bomb = encode(Buffer.alloc(FETCH_LIMITS.bytesMax + 1));
    const { get } = await setup(answering(bomb, { 'content-encoding': encoding }));

    expect(bomb.length).toBeLessThan(FETCH_LIMITS.bytesMax);
    expect(await get()).toEqual({ kind: 'too_large' });
  });

  it('that decodes to nothing without end is cut off by its encoded size', async () => {
    const nothing = gzipSync('');
    const members = Buffer.concat(
      new Array(Math.ceil(ENCODING_OVERHEAD_BYTES_MAX / nothing.length) + 100).fill(nothing),
    );
    const { get } = await setup((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(members.subarray(0, 10));
      response.end(members.subarray(10));
    });

    expect(await get({ limits })).toEqual({ kind: 'too_large' });
  });

  it.each([
    ['shorter than announced', { 'content-length': '500' }, Buffer.from('short')],
    ['cut inside its encoding', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(9_000)).subarray(0, 20)],
    ['not in its encoding', { 'content-encoding': 'br' }, Buffer.from('plainly not brotli')],
  ])('%s is not an answer', async (_how, headers, bytes) => {
    const { get } = await setup((_request, response) => {
      response.writeHead(200, headers);
      response.write(bytes, () => response.destroy());
    });

    expect(await get()).toEqual({ kind: 'unreachable' });
  });
});

describe('the deadline', () => {
  const limits = { totalMs: 60 };

  it('ends a request to a silent server', async () => {
    const { get } = await setup(() => undefined);

    expect(await get({ limits })).toEqual({ kind: 'timeout' });
  });

  it('ends a request to a server that sends slowly', async () => {
    const { get } = await setup((_request, response) => {
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    });

    expect(await get({ limits })).toEqual({ kind: 'timeout' });
  });

  it('ends a request whose resolver never answers', async () => {
    const network: Network = { resolve: () => new Promise(() => undefined), dial: () => Promise.reject(new Error()) };

    const result = await createGuardedFetch({ network })({ url: PAGE, limits });

    expect(result).toEqual({ kind: 'timeout' });
  });

  it("yields to the caller's abort, also before the first request", async () => {
    const caller = new AbortController();
    const { get } = await setup(() => caller.abort());

    expect(await get({ signal: caller.signal })).toEqual({ kind: 'timeout' });
    expect(await get({ signal: caller.signal })).toEqual({ kind: 'timeout' });
  });

  it('for the connection is shorter than the whole deadline', async () => {
    const network: Network = {
      resolve: async () => [SOME_PUBLIC_ADDRESS],
      dial: (_target, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('given up')))),
    };

    const result = await createGuardedFetch({ network })({ url: PAGE, limits: { connectMs: 20 } });

    expect(result).toEqual({ kind: 'timeout' });
  });
});

describe('an unreachable server', () => {
  it('has an unknown name', async () => {
    const network: Network = {
      resolve: () => Promise.reject(new Error('getaddrinfo ENOTFOUND example.com')),
      dial: () => Promise.reject(new Error()),
    };

    expect(await createGuardedFetch({ network })({ url: PAGE })).toEqual({ kind: 'unreachable' });
  });

  it('has a name without an address', async () => {
    const { get } = await setup(answering('x'), { addressesOf: () => [] });

    expect(await get()).toEqual({ kind: 'unreachable' });
  });

  it('is tried at the next checked address, up to four', async () => {
    const tried: string[] = [];
    const addresses = ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5'];
    const network: Network = {
      resolve: async () => addresses,
      dial: async ({ address }) => {
        tried.push(address);
        throw new Error('connect ECONNREFUSED');
      },
    };

    expect(await createGuardedFetch({ network })({ url: PAGE })).toEqual({ kind: 'unreachable' });
    expect(tried).toEqual(addresses.slice(0, 4));
  });

  it.each(['not http at all\r\n\r\n', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, ''])(
    'is one that does not speak HTTP',
    async (greeting) => {
      const { get } = await setup(({ socket }) => {
        socket.end(greeting);
      });

      expect(await get()).toEqual({ kind: 'unreachable' });
    },
  );

  it('is one that switches protocols', async () => {
    const { get } = await setup(({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    });

    expect(await get()).toEqual({ kind: 'unreachable' });
  });
});
