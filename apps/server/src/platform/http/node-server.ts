import { createServer, type RequestListener, type Server } from 'node:http';
import { REQUEST_LIMITS } from '@assay/protocol';

type Limits = Pick<typeof REQUEST_LIMITS, 'headersBytesMax'> & {
  readonly headersMs: number;
  readonly timeMs: number;
  readonly timeCheckMs: number;
  readonly keepAliveMs: number;
};

/**
 * Node's server with the time limits of requests, passed to the constructor. If they were set later, the header timeout
 * would keep its default, which exceeds our request timeout, and Node would swap the two.
 */
export function createNodeServer(handle: RequestListener, limits: Limits = REQUEST_LIMITS): Server {
  return createServer(
    {
      maxHeaderSize: limits.headersBytesMax,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.timeMs,
      connectionsCheckingInterval: limits.timeCheckMs,
      keepAliveTimeout: limits.keepAliveMs,
      // Handling the end of the missing body takes a seventh of a bare node:http GET. This option skips it.
      optimizeEmptyRequests: true,
    },
    handle,
  );
}
