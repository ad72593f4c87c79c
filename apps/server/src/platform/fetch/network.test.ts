import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DialTarget, resolveName, systemNetwork } from './network.ts';

async function setup(onSocket: (socket: Socket) => void) {
  const server = createServer(onSocket);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const target: DialTarget = { address: '127.0.0.1', port, host: 'example.com', isSecure: false };
  return { target };
}

const never = new AbortController().signal;

type Answer = (query: Buffer) => Buffer | undefined;

/** A name server on loopback; without an answer it stays silent. */
async function startNameServer(answer: Answer) {
  const socket = createSocket('udp4');
  const names: string[] = [];
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    names.push(query.subarray(13, 13 + (query[12] ?? 0)).toString());
    const reply = answer(query);
    if (reply !== undefined) socket.send(reply, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  return { servers: [`127.0.0.1:${socket.address().port}`], names };
}

const TYPE_A = 1;
/** Answers a question of type A with one address, and any other with none. */
function answerAddress(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 1;
  const isA = query.readUInt16BE(end) === TYPE_A;
  const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
  return Buffer.concat([head, query.subarray(12, end + 4), ...(isA ? [record] : [])]);
}

describe('resolveName', () => {
  it('queries the name servers itself', async () => {
    const { servers, names } = await startNameServer(answerAddress);

    expect(await resolveName('shop.example.org', { servers, timeout: 5_000, tries: 1 })).toEqual(['192.0.2.7']);
    expect(names).toContain('shop');
  });

  it('gives up on a silent name server', async () => {
    const { servers } = await startNameServer(() => undefined);

    await expect(resolveName('slow.example.org', { servers, timeout: 20, tries: 1 })).rejects.toThrow(
      'No address of slow.example.org',
    );
  });
});

describe('systemNetwork', () => {
  it('resolves a name to all its addresses', async () => {
    const addresses = await systemNetwork.resolve('localhost');

    expect(addresses.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
    expect(addresses).not.toHaveLength(0);
  });

  it('connects to the given address, whatever the name is', async () => {
    const { target } = await setup((socket) => socket.end('here'));

    const socket = await systemNetwork.dial(target, never);
    const [greeting] = await once(socket, 'data');

    expect(String(greeting)).toBe('here');
    expect(socket.remoteAddress).toBe('127.0.0.1');
  });

  it('rejects when the port is closed', async () => {
    const { target } = await setup(() => undefined);

    await expect(systemNetwork.dial({ ...target, port: 1 }, never)).rejects.toThrow();
  });

  it('rejects a TLS connection to a server without TLS', async () => {
    const { target } = await setup((socket) => socket.end('plain text'));

    await expect(systemNetwork.dial({ ...target, isSecure: true }, never)).rejects.toThrow();
  });

  it('gives up a connection whose signal is aborted, before or during it', async () => {
    const { target } = await setup((socket) => {
      onTestFinished(() => {
        socket.destroy();
      });
    });
    const during = new AbortController();

    const hanging = systemNetwork.dial({ ...target, isSecure: true }, during.signal);
    during.abort();

    await expect(hanging).rejects.toThrow('given up');
    await expect(systemNetwork.dial(target, AbortSignal.abort())).rejects.toThrow('given up');
  });
});
