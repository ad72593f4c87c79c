import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Node's internal field for a serialised head that has not been sent. Our Node version is pinned, and a test compares
 * the result with an ordinary answer.
 */
type WithHead = ServerResponse & { _header: string | null; readonly _keepAliveTimeout: number };

const SECOND_MS = 1000;
let date = { second: -1, line: '' };

/** Every answer carries the date, which changes once a second. */
function dateLine(nowMs: number): string {
  const second = Math.floor(nowMs / SECOND_MS);
  if (second !== date.second) date = { second, line: `Date: ${new Date(nowMs).toUTCString()}\r\n` };
  return date.line;
}

/** Whether the connection stays open after this answer, as a prepared head states. */
export const mayBePrepared = (request: IncomingMessage, response: ServerResponse): boolean =>
  request.httpVersionMinor === 1 &&
  request.httpVersionMajor === 1 &&
  response.shouldKeepAlive &&
  '_header' in response &&
  '_keepAliveTimeout' in response;

/**
 * Sends head and body in one write. Node spends more time on serialising the head than on the rest of a prepared
 * answer, because it checks every name and value again. `lines` are header lines that end in CRLF; the caller
 * guarantees their content.
 */
export function sendPrepared(
  response: ServerResponse,
  { lines, body, nowMs }: { lines: string; body: string; nowMs: number },
): void {
  const prepared = response as WithHead;
  const seconds = Math.floor(prepared._keepAliveTimeout / SECOND_MS);
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`;
  prepared._header = `HTTP/1.1 200 OK\r\n${lines}Content-Length: ${body.length}\r\n${dateLine(nowMs)}${keepAlive}\r\n`;
  prepared.end(body, 'latin1');
}
