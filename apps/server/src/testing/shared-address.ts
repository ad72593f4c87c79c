import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local URL behind which programs answer one after the other. */
export async function openAddress(first: string) {
  let target = first;
  let isReplaying = false;
  const kept = new Map<string, { status: number; type: string; body: Buffer }>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const path = request.url ?? '/';
    const key = `${request.method} ${path.split('?')[0]} ${Buffer.concat(parts)}`;
    const found = isReplaying ? kept.get(key) : await forward(request, path, Buffer.concat(parts));
    const { status, type, body } = found ?? { status: 404, type: 'application/json', body: Buffer.from('{}') };
    if (found !== undefined) kept.set(key, found);
    response.writeHead(status, { 'content-type': type }).end(body);
  }

  async function forward({ method = 'GET' }: IncomingMessage, path: string, body: Buffer) {
    const sent =
      method === 'GET' ? {} : { body: new Uint8Array(body), headers: { 'content-type': 'application/json' } };
    const answered = await fetch(target + path, { method, ...sent });
    const type = answered.headers.get('content-type') ?? 'application/json';
    return { status: answered.status, type, body: Buffer.from(await answered.arrayBuffer()) };
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Routes requests to this program from now on. */
    hand(to: string): void {
      target = to;
      isReplaying = false;
    },
    /** Replays earlier answers from now on, whatever the query, and calls no program. */
    replay(): void {
      isReplaying = true;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type SharedAddress = Awaited<ReturnType<typeof openAddress>>;
