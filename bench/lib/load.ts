/** A load generator over plain sockets: one request at a time on each connection; it reads responses by their length. */
import { connect, type Socket } from 'node:net';

type LoadOptions = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Path of the next request. */
  readonly nextPath: () => string;
  /** How many requests are due each second over all connections; as many as are answered when absent. */
  readonly requestsPerSecond?: number;
};
export type LoadResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
};

/** Latencies are counted in buckets of 10 µs up to a second: no array grows while we measure. */
const BUCKET_MS = 0.01;
const BUCKETS = 100_000;

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, seconds, nextPath, requestsPerSecond } = options;
  const buckets = new Uint32Array(BUCKETS);
  let requests = 0;
  let failures = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const everyMs = requestsPerSecond === undefined ? 0 : (connections * 1000) / requestsPerSecond;

  const one = (_: unknown, index: number): Promise<void> =>
    new Promise((resolve) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let sentAt = 0;
      let waiting = -1;
      let head = '';
      let dueAt = startedAt + (index * everyMs) / connections;
      const sendWhenDue = () => {
        const waitMs = everyMs > 0 ? dueAt - performance.now() : 0;
        if (waitMs > 0) setTimeout(send, waitMs);
        // A request that is late because the one before it was slow has waited since it was due.
        else send(everyMs > 0 ? dueAt : undefined);
      };
      const send = (since = performance.now()) => {
        sentAt = since;
        dueAt += everyMs;
        waiting = -1;
        head = '';
        socket.write(`GET ${nextPath()} HTTP/1.1\r\nHost: bench\r\n\r\n`);
      };
      socket.on('connect', sendWhenDue);
      socket.on('data', (chunk) => {
        if (waiting < 0) {
          head += chunk.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          if (end < 0) return;
          const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1];
          if (!head.startsWith('HTTP/1.1 200')) failures++;
          waiting = Number(length ?? 0) - (head.length - end - 4);
        } else waiting -= chunk.length;
        if (waiting > 0) return;
        const now = performance.now();
        const bucket = Math.min(BUCKETS - 1, Math.floor((now - sentAt) / BUCKET_MS));
        buckets[bucket] = (buckets[bucket] ?? 0) + 1;
        requests++;
        if (now < endsAt) sendWhenDue();
        else socket.end();
      });
      socket.on('error', () => {
        failures++;
        resolve();
      });
      socket.on('close', () => resolve());
    });
  await Promise.all(Array.from({ length: connections }, one));
  const tookSeconds = (performance.now() - startedAt) / 1000;
  return {
    requests,
    perSecond: requests / tookSeconds,
    p50Ms: quantile(buckets, requests, 0.5),
    p99Ms: quantile(buckets, requests, 0.99),
    failures,
  };
}

function quantile(buckets: Uint32Array, total: number, share: number): number {
  let seen = 0;
  for (const [index, count] of buckets.entries()) {
    seen += count;
    if (seen >= total * share) return (index + 1) * BUCKET_MS;
  }
  return BUCKETS * BUCKET_MS;
}
