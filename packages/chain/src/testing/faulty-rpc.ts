import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Hex, keccak256 } from 'viem';

export type Fault =
  | { kind: 'none' }
  /** Closes the connection without an answer. */
  | { kind: 'down' }
  /** Accepts requests and answers none. Closes their connections at the next fault. */
  | { kind: 'stuck' }
  /** Forwards the request, then closes the connection without the answer. */
  | { kind: 'deaf'; method: string }
  /** Accepts transactions and shows them as pending, but never mines them. Drops them at the next fault. */
  | { kind: 'holding' }
  /** Claims to serve another chain. */
  | { kind: 'lying'; chainId: number };

export type FaultyRpc = Awaited<ReturnType<typeof startFaultyRpc>>;

/** A proxy for a real node with faults that can be set while it runs. */
export async function startFaultyRpc(upstreamUrl: string) {
  let fault: Fault = { kind: 'none' };
  const requests: string[] = [];
  const held = new Set<Hex>();
  const stuck: ServerResponse[] = [];

  /** Undefined for other requests. */
  function answerHeld(method: string, [subject]: readonly Hex[]): unknown {
    if (fault.kind !== 'holding' || subject === undefined) return undefined;
    if (method === 'eth_sendRawTransaction') {
      const hash = keccak256(subject);
      held.add(hash);
      return hash;
    }
    const isHeld = method === 'eth_getTransactionByHash' && held.has(subject);
    return isHeld ? { hash: subject, blockHash: null, blockNumber: null, transactionIndex: null } : undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { id, method, params = [] } = JSON.parse(body);
    requests.push(method);
    if (fault.kind === 'down') return void response.destroy();
    if (fault.kind === 'stuck') return void stuck.push(response);
    if (fault.kind === 'lying' && method === 'eth_chainId') {
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${fault.chainId.toString(16)}` }));
    }
    const result = answerHeld(method, params);
    if (result !== undefined) return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    const upstream = await fetch(upstreamUrl, { method: 'POST', body });
    const answered = await upstream.text();
    if (fault.kind === 'deaf' && fault.method === method) return void response.destroy();
    response.end(answered);
  }

  // The upstream may be stopped during an answer.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    /** The number of hanging requests. */
    waiting: (): number => stuck.length,
    set(next: Fault): void {
      fault = next;
      held.clear();
      for (const response of stuck.splice(0)) response.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
