import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
export type Answer = { readonly status: number; readonly body: unknown };

/** A third-party service for tests: returns the test's answers and records requests. `await using service = await listen(…)`. */
export async function listen(
  answer: (received: ReceivedRequest) => Answer | Promise<Answer> = () => ({ status: 404, body: {} }),
) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    received.push(one);
    const { status, body: answered } = await answer(one);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    tokens: () => received.flatMap(({ headers }) => headers.authorization ?? []),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
