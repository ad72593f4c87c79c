import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';

const BODY_BYTES_MAX = 1_048_576;

export type HttpServing = { readonly url: string; close(): Promise<void> };

/** Streamable HTTP for this machine only: other machines cannot reach it, and web pages and other programs have no token. */
export async function serveHttp(
  create: () => McpServer,
  { port, token }: { port: number; token: string },
): Promise<HttpServing> {
  const handler = createMcpHandler(create);
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = findRefusal(request, token);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const answer = await handler.fetch(await toRequest(request));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as NodeStream), response);
    else response.end();
  };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page with DNS rebinding sends its own Host, and every page sends an Origin. Both are rejected. */
function findRefusal({ url, headers }: IncomingMessage, token: string): number | undefined {
  if (url !== '/mcp') return 404;
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '') || headers.origin !== undefined) return 403;
  const given = (headers.authorization ?? '').replace(/^Bearer /, '');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token)) ? undefined : 401;
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const headers = new Headers(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
  );
  const url = `http://127.0.0.1${request.url}`;
  if (request.method === 'GET' || request.method === 'DELETE')
    return new Request(url, { method: request.method, headers });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of Readable.from(request)) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new RangeError('The request is too large.');
    parts.push(part);
  }
  return new Request(url, { method: request.method ?? 'POST', headers, body: new Uint8Array(Buffer.concat(parts)) });
}
