/** A TCP address that stays the same while the server behind it changes, and a network that can stop. */
import { connect, createServer, type Socket } from 'node:net';

export async function openTcpProxy(port: number) {
  let target = port;
  let isPaused = false;
  const pairs = new Set<readonly [Socket, Socket]>();

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (!isPaused) from.resume();
      });
      from.on('error', end);
      from.on('close', end);
      if (isPaused) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');

  function cut(): void {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
  }
  return {
    port: address.port,
    /** All connections end; new ones lead to this port. */
    switchTo(next: number): void {
      target = next;
      cut();
    },
    /** Nothing passes, and no connection ends. */
    hold(): void {
      isPaused = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    release(): void {
      isPaused = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    async close(): Promise<void> {
      cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>;
