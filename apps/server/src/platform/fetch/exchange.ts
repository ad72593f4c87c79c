import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { HEADER_BYTES_MAX } from './fetch-limits.ts';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.ts';

type Exchange = {
  url: URL;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | undefined;
  bytesMax: number;
  signal: AbortSignal;
};

type Answer =
  | { kind: 'ok'; status: number; headers: Readonly<Record<string, string>>; bytes: Uint8Array }
  | { kind: 'redirect'; location: string | undefined }
  | { kind: 'refused'; reason: 'unknown_encoding' }
  | { kind: 'too_large' }
  | { kind: 'timeout' }
  | { kind: 'unreachable' };

const USER_AGENT = 'assay';
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const WITHOUT_BODY: readonly number[] = [204, 304];

/** Sends one request over an open socket and reads the answer. Always closes the socket. */
export async function exchange(socket: Socket, order: Exchange): Promise<Answer> {
  socket.on('error', () => undefined); // the request reports it; a late error must not end the process
  try {
    return await exchangeMessages(openRequest(socket, order), order);
  } finally {
    socket.destroy();
  }
}

async function exchangeMessages(message: ClientRequest, order: Exchange): Promise<Answer> {
  try {
    message.end(order.body);
    return await readAnswer(await responseOf(message), order);
  } catch {
    // Details would reveal the internal network. The caller learns only whether the time ran out.
    return { kind: order.signal.aborted ? 'timeout' : 'unreachable' };
  }
}

function openRequest(socket: Socket, { url, method, headers, body, signal }: Exchange): ClientRequest {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const message = httpRequest({
    createConnection: () => socket,
    setHost: false,
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      'user-agent': USER_AGENT,
      ...given,
      host: url.host,
      'accept-encoding': ACCEPTED_ENCODINGS,
      connection: 'close',
      ...(body ? { 'content-length': body.byteLength } : {}),
    },
    maxHeaderSize: HEADER_BYTES_MAX,
    signal,
  });
  message.on('error', () => undefined); // `responseOf` handles the first error; one after the answer has no effect
  return message;
}

function responseOf(message: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    message.once('response', resolve);
    message.once('error', reject);
    // When a server answers with a protocol upgrade, the request ends without a response and without an error.
    message.once('close', () => reject(new Error('closed without an answer')));
  });
}

async function readAnswer(response: IncomingMessage, { method, bytesMax, signal }: Exchange): Promise<Answer> {
  const status = response.statusCode ?? 0;
  if (method !== 'POST' && REDIRECTS.includes(status)) return { kind: 'redirect', location: response.headers.location };

  const headers = singleHeaders(response);
  if (method === 'HEAD' || WITHOUT_BODY.includes(status))
    return { kind: 'ok', status, headers, bytes: new Uint8Array() };
  const body = await readBody(response, bytesMax, signal);
  if (body.kind === 'unknown_encoding') return { kind: 'refused', reason: 'unknown_encoding' };
  return body.kind === 'ok' ? { kind: 'ok', status, headers, bytes: body.bytes } : body;
}

/** Omits `set-cookie`, the only header that Node returns as a list. Cookies are not kept. */
const singleHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
