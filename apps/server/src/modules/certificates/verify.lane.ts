import type { IncomingMessage } from 'node:http';
import {
  CACHE_CONTROL,
  type FastLane,
  isUnchanged,
  mayBePrepared,
  OPEN_CORS,
  type RateLimiter,
  requestIdOf,
  SECURITY_HEADERS,
  sendPrepared,
  toRateHeaders,
  toRateSubject,
} from '../../platform/http/index.ts';
import type { ReadCounter } from './reads.counter.ts';
import type { Verify } from './verify.service.ts';

type Deps = {
  readonly verify: Pick<Verify, 'findReady'>;
  readonly reads: Pick<ReadCounter, 'counterOf'>;
  readonly limiter: RateLimiter;
  readonly clock: { now(): Date };
  readonly clientAddress: (request: IncomingMessage) => string;
  /** Path prefixes under which verify is mounted, each ending in `/certificates/`. */
  readonly mounts: readonly string[];
  readonly onAnswered: (status: 200 | 304) => void;
};

const ID_LENGTH = 24;
/** Accepts one spelling only: an answer cached under another spelling would survive the notice of a change. */
const ID = /^[0-9a-f]{24}$/;
const SUFFIX = '/verify';

/** The same headers on every answer. */
const FIXED_HEADERS = Object.entries({
  ...SECURITY_HEADERS,
  ...OPEN_CORS,
  'Cache-Control': CACHE_CONTROL.live,
  'Content-Type': 'application/json; charset=utf-8',
});
const FIXED_LINES = FIXED_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/**
 * Serves the most frequent request of the service: a GET of verify whose answer is ready in memory, sent before
 * the framework's life cycle begins. Every other request takes the ordinary path and gets the same answer.
 */
export function createVerifyLane({ verify, reads, limiter, clock, clientAddress, mounts, onAnswered }: Deps): FastLane {
  const idIn = (url: string): string | undefined => {
    for (const mount of mounts) {
      if (url.length === mount.length + ID_LENGTH + SUFFIX.length && url.startsWith(mount) && url.endsWith(SUFFIX)) {
        const id = url.slice(mount.length, mount.length + ID_LENGTH);
        return ID.test(id) ? id : undefined;
      }
    }
    return undefined;
  };

  return (request, response) => {
    if (request.method !== 'GET' || request.url === undefined || request.headers.authorization !== undefined)
      return false;
    if (!mayBePrepared(request, response)) return false;
    const id = idIn(request.url);
    const ready = id === undefined ? undefined : verify.findReady(id);
    if (id === undefined || ready === undefined) return false;

    const now = clock.now().getTime();
    const rate = limiter.takeIfAllowed('verify', 'caller', toRateSubject(clientAddress(request)), now);
    if (rate === undefined) return false;

    if (ready.counter?.period.isOpen !== true) ready.counter = reads.counterOf('verification', id);
    ready.counter.reads++;
    const requestId = requestIdOf(request.headers['x-request-id'], now);
    if (isUnchanged(request.headers['if-none-match'], ready.etag)) {
      const own = ['ETag', ready.etag, 'X-Request-Id', requestId, ...Object.entries(toRateHeaders(rate)).flat()];
      response.writeHead(304, [...FIXED_HEADERS.flat(), ...own]).end();
      onAnswered(304);
      return true;
    }
    const quota = rate.policy === undefined ? '' : `RateLimit-Policy: ${rate.policy}\r\nRateLimit: ${rate.state}\r\n`;
    const own = `ETag: ${ready.etag}\r\nX-Request-Id: ${requestId}\r\n${quota}`;
    sendPrepared(response, { lines: FIXED_LINES + own, body: ready.body, nowMs: now });
    onAnswered(200);
    return true;
  };
}
