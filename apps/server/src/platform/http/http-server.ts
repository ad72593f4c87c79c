import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  IJsonError,
  mountPath,
  Problem,
  parseIJson,
  REQUEST_LIMITS,
  type Route,
  toProblemDocument,
} from '@assay/protocol';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from '../log/index.ts';
import type { BoundRoute } from './bind-routes.ts';
import { type MountOptions, mountRoutes } from './mount-routes.ts';
import { requestIdOf } from './request-id.ts';
import { CACHE_CONTROL, isOpenToOrigins, OPEN_CORS, PREFLIGHT_HEADERS, SECURITY_HEADERS } from './standard-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    name?: string;
    route?: Route;
  }
}

/** Answers a request before the framework's life cycle and returns true, or leaves it alone and returns false. */
export type FastLane = (request: IncomingMessage, response: ServerResponse) => boolean;

type Options = MountOptions & {
  readonly routes: readonly BoundRoute[];
  readonly fastLane: FastLane;
  readonly docsUrl: string;
  readonly log: Logger;
  /** Called once for each finished request, for the metrics. */
  readonly onAnswered: (answered: { route: string; method: string; status: number; seconds: number }) => void;
};

export function createHttpServer(options: Options) {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: REQUEST_LIMITS.urlBytesMax },
    requestTimeout: REQUEST_LIMITS.timeMs,
    genReqId: (request) => requestIdOf(request.headers['x-request-id'], options.clock.now().getTime()),
    forceCloseConnections: 'idle',
    serverFactory: (handler) => {
      const server = createServer({ maxHeaderSize: REQUEST_LIMITS.headersBytesMax }, (request, response) => {
        if (!options.fastLane(request, response)) handler(request, response);
      });
      server.requestTimeout = REQUEST_LIMITS.timeMs;
      return server;
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'X-Request-Id': request.id });
    if (request.url.length > REQUEST_LIMITS.urlBytesMax)
      throw new Problem('malformed_request', { reason: 'the URL is too long' });
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.name ?? 'unknown';
    options.onAnswered({ route, method: request.method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  readJsonStrictly(app);
  answerProblems(app, options);
  mountRoutes(app, options.routes, options);
  return app;
}
export type HttpServer = ReturnType<typeof createHttpServer>;

/** The only body we read is JSON, and only unambiguous JSON: what was validated must be what is meant. */
function readJsonStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : parseIJson(String(body), { depthMax: REQUEST_LIMITS.jsonDepthMax }));
    } catch (error) {
      const reason = error instanceof IJsonError ? error.message : 'the body is not JSON';
      done(new Problem('malformed_request', { reason }, { cause: error }));
    }
  });
}

function answerProblems(
  app: FastifyInstance,
  { docsUrl, routes, mounts, log, limiter, clock, clientAddress }: Options,
): void {
  const allowed = methodsByPath(routes, mounts);

  function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
    const { route } = request.routeOptions.config;
    const document = toProblemDocument(problem, {
      docsUrl,
      instance: request.url.split('?', 1)[0] ?? '/',
      requestId: request.id,
      failsClosed: route?.failsClosed,
    });
    if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer');
    if (problem.code === 'rate_limited') {
      reply.header('Retry-After', String((problem as Problem<'rate_limited'>).data.retryAfterSeconds));
    }
    if (reply.getHeader('RateLimit') === undefined) {
      const decision = limiter.take('public', 'ip', clientAddress(request.raw), clock.now().getTime());
      reply.headers({ 'RateLimit-Policy': decision.policy, RateLimit: decision.state });
    }
    const isPublicMiss = problem.status === 404 && request.method === 'GET';
    if (route === undefined || isOpenToOrigins(route.access)) reply.headers(OPEN_CORS);
    reply.removeHeader('ETag');
    return reply
      .code(problem.status)
      .header('Cache-Control', isPublicMiss ? 'no-cache' : CACHE_CONTROL.private)
      .header('Content-Type', 'application/problem+json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(document);
  }

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.status >= 500) log.error({ err: error, requestId: request.id }, 'request failed');
    return sendProblem(problem, request, reply);
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const methods = allowed.find(({ pattern }) => pattern.test(path))?.methods;
    if (methods === undefined) return sendProblem(new Problem('route_not_found'), request, reply);
    if (request.method === 'OPTIONS') return reply.code(204).headers(PREFLIGHT_HEADERS).send();
    reply.header('Allow', [...methods].join(', '));
    return sendProblem(new Problem('method_not_allowed'), request, reply);
  });
}

/** Framework faults keep their meaning and lose their words: internal text never leaves. */
function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem('unsupported_media_type');
    default:
      return error.statusCode !== undefined && error.statusCode < 500
        ? new Problem('malformed_request', { reason: 'the request is not well formed' }, { cause: error })
        : new Problem('internal_error');
  }
}

function methodsByPath(bound: readonly BoundRoute[], mounts: Options['mounts']) {
  const byPath = new Map<string, Set<string>>();
  for (const { route } of bound) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const shape = mountPath(path, mounts).replaceAll(/:\w+/g, ':');
      const methods = byPath.get(shape) ?? new Set(['OPTIONS']);
      methods.add(route.method);
      if (route.method === 'GET') methods.add('HEAD');
      byPath.set(shape, methods);
    }
  }
  return [...byPath].map(([shape, methods]) => ({
    pattern: new RegExp(`^${shape.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(':', '[^/]+')}$`),
    methods,
  }));
}
