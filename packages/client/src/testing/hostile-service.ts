import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(body));
export const text =
  (body: string | Uint8Array, type: string, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(body);
export const redirectTo =
  (location: string, status = 302): Reply =>
  (response) =>
    response.writeHead(status, { location }).end();
export const hangUp: Reply = (response) => response.destroy();
export const silence: Reply = () => undefined;
export const cutOff =
  (body: string): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length + 10) });
    response.write(body, () => response.destroy());
  };

/** A local service that returns the test's answers, by path suffix. Unknown paths return 404. */
export async function startHostileService() {
  const replies = new Map<string, Reply>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    asked.push(request.url ?? '/');
    const reply = [...replies].findLast(
      ([path]) => `${url.pathname}${url.search}`.endsWith(path) || url.pathname.endsWith(path),
    );
    if (reply) reply[1](response, request);
    else
      json({ code: 'certificate_not_found', detail: 'No certificate has this id.', valid: false }, 404)(
        response,
        request,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    asked,
    /** The last reply for a path wins. A longer path with a query also matches. */
    on(path: string, reply: Reply): void {
      replies.delete(path);
      replies.set(path, reply);
    },
    reset(): void {
      replies.clear();
      asked.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type HostileService = Awaited<ReturnType<typeof startHostileService>>;
