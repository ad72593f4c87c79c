import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export type Fault =
  | { kind: 'none' }
  /** Answers nothing and closes the connection. */
  | { kind: 'down' }
  /** Takes the request and never answers. */
  | { kind: 'stuck' }
  /** Passes the request on and then closes the connection without the answer. */
  | { kind: 'deaf'; method: string }
  /** Says that it serves another chain. */
  | { kind: 'lying'; chainId: number };

export type FaultyRpc = Awaited<ReturnType<typeof startFaultyRpc>>;

/** A node in front of a real one, whose faults can be set while it runs. */
export async function startFaultyRpc(upstreamUrl: string) {
  let fault: Fault = { kind: 'none' };
  const requests: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { id, method } = JSON.parse(body);
    requests.push(method);
    if (fault.kind === 'down') return void response.destroy();
    if (fault.kind === 'stuck') return;
    if (fault.kind === 'lying' && method === 'eth_chainId') {
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${fault.chainId.toString(16)}` }));
    }
    const upstream = await fetch(upstreamUrl, { method: 'POST', body });
    const answered = await upstream.text();
    if (fault.kind === 'deaf' && fault.method === method) return void response.destroy();
    response.end(answered);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    set(next: Fault): void {
      fault = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
