import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { IJsonError, Problem, parseIJsonBytes, REQUEST_LIMITS, type Route } from '@assay/protocol';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { runInContext } from '../log/index.ts';
import type { Answered } from '../metrics/index.ts';
import { waitForOwnTurn } from '../own-turn.ts';
import { answerProblems, answerUnreadable, type ProblemOptions } from './answer-problems.ts';
import { trackUnusedConnections } from './close-unused-connections.ts';
import { type MountOptions, mountRoutes } from './mount-routes.ts';
import { createNodeServer } from './node-server.ts';
import { readBody } from './read-body.ts';
import { requestIdOf } from './request-id.ts';
import { SECURITY_HEADERS } from './standard-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    name?: string;
    route?: Route;
  }
  interface FastifyInstance {
    /** Answers an unknown path with a page, for callers that accept pages. Undefined without a portal. */
    answerMissing?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  }
  interface FastifyRequest {
    /** The body of a call that was not JSON. */
    unreadText: string | undefined;
  }
}

/** Answers a request before the framework's life cycle and returns true, or leaves it untouched and returns false. */
export type FastLane = (request: IncomingMessage, response: ServerResponse) => boolean;

type Options = MountOptions &
  ProblemOptions & {
    readonly fastLane: FastLane;
    /** Mounts the pages for people, in addition to the declared routes. */
    readonly mountPages: (app: FastifyInstance) => void;
    /** Called once for each finished request, for the metrics. */
    readonly onAnswered: (answered: Answered) => void;
  };

export function createHttpServer(options: Options) {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: REQUEST_LIMITS.urlBytesMax },
    requestTimeout: REQUEST_LIMITS.timeMs,
    genReqId: (request) => requestIdOf(request.headers['x-request-id'], options.clock.now().getTime()),
    rewriteUrl: ({ url = '/' }) => toReadableUrl(url),
    clientErrorHandler: answerUnreadable(options),
    forceCloseConnections: 'idle',
    serverFactory: (handler) =>
      createNodeServer((request, response) => {
        if (hasLongHeader(request) || !options.fastLane(request, response)) handler(request, response);
      }),
  });
  const closeUnusedConnections = trackUnusedConnections(app.server);
  app.addHook('preClose', async () => closeUnusedConnections());
  app.addHook('onRequest', (request, _reply, done) => runInContext({ requestId: request.id }, done));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'X-Request-Id': request.id });
    if (request.originalUrl.length > REQUEST_LIMITS.urlBytesMax)
      throw new Problem('malformed_request', { reason: 'the URL is too long' });
    if (hasLongHeader(request.raw)) throw new Problem('malformed_request', { reason: 'a header is too long' });
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.name ?? 'unknown';
    const { traceparent } = request.headers;
    options.onAnswered({
      route,
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      requestId: request.id,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    });
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    // A request with a content type and no body has already ended. A reader of it would wait forever.
    const isOver = request.raw.readableEnded && request.headers['content-type'] !== undefined;
    done(null, isOver ? Readable.from([]) : payload);
  });
  app.decorateRequest('unreadText', undefined);
  readJsonStrictly(app);
  answerProblems(app, options);
  mountRoutes(app, options.routes, options);
  options.mountPages(app);
  return app;
}

/** Node counts only the total length of all headers. */
const hasLongHeader = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.some((text) => text.length > REQUEST_LIMITS.headerBytesMax);

/** Accepts only unambiguous JSON, so that the validated body is the one that the caller meant. */
function readJsonStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const body = await readBody(request, payload, request.openUpload?.());
    await waitForOwnTurn(body.length);
    try {
      return body.length === 0 ? undefined : parseIJsonBytes(body);
    } catch (error) {
      if (request.routeOptions.config.route?.speaksRpc) request.unreadText = body.toString('utf8');
      throw toBodyProblem(error);
    }
  });
}

/** A lone surrogate is an error in one text at a known position, so it is answered like U+0000. */
function toBodyProblem(error: unknown): Problem {
  if (!(error instanceof IJsonError))
    return new Problem('malformed_request', { reason: 'the body is not JSON' }, { cause: error });
  if (error.reason !== 'lone_surrogate')
    return new Problem('malformed_request', { reason: error.message }, { cause: error });
  const errors = [{ pointer: error.pointer, detail: 'must not contain an unpaired surrogate' }];
  return new Problem('validation_failed', { errors }, { cause: error });
}

/** An invalid escape makes the id malformed, not the request, so it is answered like an unknown id. */
function toReadableUrl(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
