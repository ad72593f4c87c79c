import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DialTarget, systemNetwork } from './network.ts';

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

describe('systemNetwork', () => {
  it('resolves a name to every address it has', async () => {
    const addresses = await systemNetwork.resolve('localhost');

    expect(addresses.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
    expect(addresses).not.toHaveLength(0);
  });

  it('dials the address it is given, whatever the name', async () => {
    const { target } = await setup((socket) => socket.end('here'));

    const socket = await systemNetwork.dial(target, never);
    const [greeting] = await once(socket, 'data');

    expect(String(greeting)).toBe('here');
    expect(socket.remoteAddress).toBe('127.0.0.1');
  });

  it('rejects where nobody listens', async () => {
    const { target } = await setup(() => undefined);

    await expect(systemNetwork.dial({ ...target, port: 1 }, never)).rejects.toThrow();
  });

  it('rejects a secure dial to a server without TLS', async () => {
    const { target } = await setup((socket) => socket.end('plain text'));

    await expect(systemNetwork.dial({ ...target, isSecure: true }, never)).rejects.toThrow();
  });

  it('gives up a dial whose signal is aborted, before or during it', async () => {
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
