import { createServer, type RequestListener, type Server } from 'node:http';
import { REQUEST_LIMITS } from '@assay/protocol';

type Limits = Pick<typeof REQUEST_LIMITS, 'headersBytesMax'> & {
  readonly headersMs: number;
  readonly timeMs: number;
  readonly timeCheckMs: number;
};

/**
 * Node's server with the times that a request may take. They are given when it is made: set later, the limit of headers would
 * keep its default, which is longer than ours of a whole request, and Node then exchanges the two.
 */
export function createNodeServer(handle: RequestListener, limits: Limits = REQUEST_LIMITS): Server {
  return createServer(
    {
      maxHeaderSize: limits.headersBytesMax,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.timeMs,
      connectionsCheckingInterval: limits.timeCheckMs,
      // A seventh of what bare node:http takes for a GET is the end of a body that it does not have: this way there is none.
      optimizeEmptyRequests: true,
    },
    handle,
  );
}
