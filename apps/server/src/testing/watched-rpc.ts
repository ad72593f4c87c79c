import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** `before` the node has received a request, or `after` it has and before its answer is returned. */
export type Moment = { readonly method: string; readonly when: 'before' | 'after' };

/** A proxy in front of a real node that runs a callback at a chosen moment, once, and then drops that request. */
export async function startWatchedRpc(upstreamUrl: string) {
  let alarm: { moment: Moment; ring: () => void } | undefined;

  function isAlarmed(method: string, when: Moment['when']): boolean {
    if (alarm?.moment.method !== method || alarm.moment.when !== when) return false;
    alarm.ring();
    alarm = undefined;
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method } = JSON.parse(body) as { method: string };
    if (isAlarmed(method, 'before')) return void response.destroy();
    const upstream = await fetch(upstreamUrl, { method: 'POST', body });
    const answered = await upstream.text();
    if (isAlarmed(method, 'after')) return void response.destroy();
    response.end(answered);
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Resolves at the moment, with `act` done. */
    at: (moment: Moment, act: () => void): Promise<void> =>
      new Promise((resolve) => {
        alarm = {
          moment,
          ring() {
            act();
            resolve();
          },
        };
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
