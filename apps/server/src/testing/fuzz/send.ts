/** Requests that no HTTP library would send: repeated headers, meaningless bodies. */
import { request } from 'node:http';
import type { Received } from './judge.ts';

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  readonly timeoutMs: number;
};

/** The answer, or undefined after the time limit. A stream is closed after its first bytes. */
export function send(url: string, { method, path, headers, body, timeoutMs }: Sent): Promise<Received | undefined> {
  const { hostname, port } = new URL(url);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const lines = headers.flatMap(([name, value]) => [name, Buffer.from(value).toString('latin1')]);
  const length = bytes === undefined ? [] : ['Content-Length', String(bytes.length)];
  return new Promise((resolve, reject) => {
    const asked = request({
      hostname,
      port,
      method,
      path,
      headers: ['Host', `${hostname}:${port}`, ...lines, ...length],
      agent: false,
    });
    const timer = setTimeout(() => {
      resolve(undefined);
      asked.destroy();
    }, timeoutMs);
    asked.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      const done = (text: string) => {
        clearTimeout(timer);
        resolve({ status, headers: response.headers, text });
      };
      if (String(response.headers['content-type']).startsWith('text/event-stream')) {
        done('');
        asked.destroy();
        return;
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(Buffer.concat(parts).toString()));
    });
    asked.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    asked.end(bytes);
  });
}
