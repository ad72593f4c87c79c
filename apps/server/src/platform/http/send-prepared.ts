import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where Node keeps a head that has been laid out and not sent. Our Node is pinned; a test compares with an ordinary answer. */
type WithHead = ServerResponse & { _header: string | null; readonly _keepAliveTimeout: number };

const SECOND_MS = 1000;
let date = { second: -1, line: '' };

/** Every answer carries the date; it changes once a second. */
function dateLine(nowMs: number): string {
  const second = Math.floor(nowMs / SECOND_MS);
  if (second !== date.second) date = { second, line: `Date: ${new Date(nowMs).toUTCString()}\r\n` };
  return date.line;
}

/** Whether the connection stays open after this answer, so that a prepared head says the truth. */
export const mayBePrepared = (request: IncomingMessage, response: ServerResponse): boolean =>
  request.httpVersionMinor === 1 &&
  request.httpVersionMajor === 1 &&
  response.shouldKeepAlive &&
  '_header' in response &&
  '_keepAliveTimeout' in response;

/**
 * Sends head and body in one write. Laying a head out costs Node more than everything else a ready answer needs: it looks at
 * every name and value again. `lines` are header lines, each ended by CRLF; the caller guarantees their content.
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
