import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WITNESS_REQUEST_BYTES_MAX } from '@assay/protocol/log';
import type { OpenWitness, WitnessAnswer } from './witness.ts';

const REQUEST_MS = 10_000;
const CONNECTIONS_MAX = 256;
const text = (status: number, body: string): WitnessAnswer => ({ status, type: 'text/plain; charset=utf-8', body });

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > WITNESS_REQUEST_BYTES_MAX) return undefined;
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    return undefined;
  }
}

async function route(witness: OpenWitness, request: IncomingMessage): Promise<WitnessAnswer> {
  const { method, url } = request;
  if (url === '/add-checkpoint') {
    if (method !== 'POST') return text(405, 'POST a checkpoint.\n');
    const body = await readBody(request);
    return body === undefined ? text(400, 'The body cannot be read, or is too long.\n') : witness.addCheckpoint(body);
  }
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url ?? '') ?? [];
  if (originHash !== undefined && method === 'GET') return witness.readCheckpoint(originHash);
  return text(404, 'No resource has this path.\n');
}

/** Serves a witness over HTTP: `POST /add-checkpoint`, `GET /<origin hash>/checkpoint`. */
export async function serveWitness(
  witness: OpenWitness,
  { port, host = '127.0.0.1' }: { port: number; host?: string },
) {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, type, body } = await route(witness, request).catch(() =>
      text(500, 'Internal error of the witness.\n'),
    );
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => void answer(request, response));
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
