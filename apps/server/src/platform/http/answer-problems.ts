import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  BODY_LIMITS,
  FREE_WORK_LIMITS,
  type Mounts,
  mountPath,
  Problem,
  REQUEST_LIMITS,
  toProblemDocument,
} from '@assay/protocol';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../log/index.ts';
import type { BoundRoute } from './bind-routes.ts';
import { toRateSubject } from './client-address.ts';
import { createDrainBudget } from './drain-budget.ts';
import { type RateLimiter, toRateHeaders } from './rate-limiter.ts';
import { requestIdOf } from './request-id.ts';
import { toRpcRefusal, toUnreadable } from './rpc-envelope.ts';
import { CACHE_CONTROL, isOpenToOrigins, OPEN_CORS, PREFLIGHT_HEADERS, SECURITY_HEADERS } from './standard-headers.ts';

export type ProblemOptions = {
  readonly routes: readonly BoundRoute[];
  readonly mounts: Mounts;
  readonly docsUrl: string;
  readonly log: Logger;
  readonly limiter: RateLimiter;
  readonly clock: { now(): Date };
  readonly clientAddress: (request: FastifyRequest['raw']) => string;
};

/** Typical remaining time of a request in progress. */
const REPEAT_SECONDS = 1;
/** Typical time until a settlement appears on the chain. */
const PAYMENT_RETRY_SECONDS = 5;
/** Bundles that were validated but not submitted expire after hours. */
const STORAGE_RETRY_SECONDS = 3_600;
/** A closed stream releases its slot within this time. */
const STREAM_RETRY_SECONDS = 15;
/** Assumed for a body without a declared length. */
const BODY_BYTES_MAX = Math.max(...Object.values(BODY_LIMITS));
const toBase64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Sends every refusal: declared problems, framework errors and requests without a matching route. */
export function answerProblems(app: FastifyInstance, options: ProblemOptions): void {
  const { docsUrl, log, limiter, clock, clientAddress } = options;
  const places = placesOf(options.routes, options.mounts);
  const drain = createDrainBudget();

  /** A refusal also costs work, so requests that no route charged are charged to the address. */
  function chargeAddress(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.getHeader('RateLimit') !== undefined) return;
    const subject = toRateSubject(clientAddress(request.raw));
    reply.headers(toRateHeaders(limiter.take('public', 'ip', subject, clock.now().getTime())));
  }

  /** The sender of a partly read body may have to resend it on a new connection. */
  function boundUnreadBody({ raw }: FastifyRequest, reply: FastifyReply): void {
    if (raw.complete) return;
    const bytes = Number(raw.headers['content-length'] ?? BODY_BYTES_MAX);
    if (!drain.take(bytes, clock.now().getTime())) reply.header('Connection', 'close');
  }

  function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply, place?: Place) {
    const { route } = request.routeOptions.config;
    const document = toProblemDocument(problem, {
      docsUrl,
      instance: request.originalUrl.split('?', 1)[0] ?? '/',
      requestId: request.id,
      failsClosed: route?.failsClosed ?? place?.failsClosed,
      access: route?.access,
      prepare: route?.prepare,
      mounts: options.mounts,
    });
    if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer');
    if (problem.code === 'rate_limited' || problem.code === 'fork_limit_reached') {
      const { data } = problem as Problem<'rate_limited' | 'fork_limit_reached'>;
      reply.header('Retry-After', String(data.retryAfterSeconds));
    }
    if (problem.code === 'storage_full' || problem.code === 'storage_quota_reached')
      reply.header('Retry-After', String(STORAGE_RETRY_SECONDS));
    if (problem.code === 'unavailable') reply.header('Retry-After', String(FREE_WORK_LIMITS.retryAfterSeconds));
    if (problem.code === 'too_many_streams') reply.header('Retry-After', String(STREAM_RETRY_SECONDS));
    if (problem.code === 'idempotency_in_flight') reply.header('Retry-After', String(REPEAT_SECONDS));
    if (problem.code === 'payment_pending') reply.header('Retry-After', String(PAYMENT_RETRY_SECONDS));
    const { payment } = problem.members as { payment?: { x402?: unknown } };
    if (payment?.x402 !== undefined) reply.header('PAYMENT-REQUIRED', toBase64Json(payment.x402));
    chargeAddress(request, reply);
    boundUnreadBody(request, reply);
    const isOpen = route === undefined || isOpenToOrigins(route);
    const isPublicMiss = isOpen && problem.status === 404 && (request.method === 'GET' || request.method === 'HEAD');
    if (isOpen) reply.headers(OPEN_CORS);
    reply.removeHeader('ETag');
    if (route?.speaksRpc) return sendRpcRefusal(problem, request, reply, options.mounts);
    return reply
      .code(problem.status)
      .header('Cache-Control', isPublicMiss ? 'no-cache' : CACHE_CONTROL.private)
      .header('Content-Type', PROBLEM_TYPE)
      .serializer(JSON.stringify)
      .send(document);
  }

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = request.refusal ?? toProblem(error);
    if (problem.status >= 500 && !isRefusedForRoom(problem, request)) log.error({ err: error }, 'request failed');
    return sendProblem(problem, request, reply);
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const place = places.find(({ pattern }) => pattern.test(path));
    if (place === undefined) {
      if (app.answerMissing !== undefined && wantsPage(request)) return app.answerMissing(request, reply);
      return sendProblem(new Problem('route_not_found'), request, reply);
    }
    if (request.method === 'OPTIONS') {
      chargeAddress(request, reply);
      return reply
        .code(204)
        .headers(place.isOpen ? PREFLIGHT_HEADERS : {})
        .send();
    }
    reply.header('Allow', [...place.methods].join(', '));
    return sendProblem(new Problem('method_not_allowed'), request, reply, place);
  });
}

/** Whether the request is a browser navigation. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /text\/html/i.test(headers.accept ?? '');

/** Not an error of the service, and counted by the metrics. A log line for each would let a caller fill the log. */
const isRefusedForRoom = ({ code }: Problem, { routeOptions, endFreeWork }: FastifyRequest): boolean =>
  code === 'storage_full' ||
  (code === 'unavailable' && routeOptions.config.route?.isFreeWork === true && endFreeWork === undefined);

/** Uses the envelope of the caller, as far as the body identifies it. */
function sendRpcRefusal(problem: Problem, request: FastifyRequest, reply: FastifyReply, mounts: Mounts) {
  const access = request.routeOptions.config.route?.access;
  const { body, unreadText, id } = request;
  const isUnread =
    unreadText !== undefined && (problem.code === 'malformed_request' || problem.code === 'validation_failed');
  const refusal = isUnread
    ? toUnreadable(problem, unreadText, { requestId: id, access, mounts })
    : { status: problem.status, body: toRpcRefusal(problem, body, { requestId: id, access, mounts }) };
  return reply
    .code(refusal.status)
    .header('Cache-Control', CACHE_CONTROL.private)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(refusal.body);
}

/** Keeps the meaning of a framework error and drops its text, because internal text must not leave the service. */
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

type Place = { pattern: RegExp; methods: Set<string>; isOpen: boolean; failsClosed: boolean };

/** Every mounted path with its methods, and whether pages of other origins may call it. */
function placesOf(bound: readonly BoundRoute[], mounts: Mounts): Place[] {
  const byShape = new Map<string, Place>();
  for (const { route } of bound) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const shape = mountPath(path, mounts)
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(/:\w+/g, '[^/]+');
      const place = byShape.get(shape) ?? {
        pattern: new RegExp(`^${shape}$`),
        methods: new Set(['OPTIONS']),
        isOpen: false,
        failsClosed: false,
      };
      place.methods.add(route.method);
      if (route.method === 'GET') place.methods.add('HEAD');
      const isOpen = place.isOpen || isOpenToOrigins(route);
      byShape.set(shape, { ...place, isOpen, failsClosed: place.failsClosed || route.failsClosed === true });
    }
  }
  return [...byShape.values()];
}

/** A peer that reads nothing of its refusal is disconnected after this long. */
const REFUSAL_SENT_MS = 1_000;

const isLate = (error: Error): boolean => 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';

/** After a stall of the process, the limit passes before the bytes that have arrived are read. */
const closeUnused = (socket: Socket): void => {
  setImmediate(() => socket.bytesRead === 0 && socket.destroy());
};

/**
 * Answers requests that the HTTP parser rejects, for which only the socket exists. The server closes the socket,
 * because a slow peer could keep its half open indefinitely.
 */
export function answerUnreadable({ docsUrl, limiter, clock }: ProblemOptions) {
  return (error: Error, socket: Socket): void => {
    if (!socket.writable) socket.destroy();
    if (socket.destroyed) return;
    // Browsers open connections in advance. On one without a request, a response would be taken for that of the next request.
    if (isLate(error) && socket.bytesRead === 0) {
      closeUnused(socket);
      return;
    }
    const now = clock.now().getTime();
    const requestId = requestIdOf(undefined, now);
    const problem = isLate(error)
      ? new Problem('request_timeout', { seconds: REQUEST_LIMITS.timeMs / 1000 })
      : new Problem('malformed_request', { reason: 'it is not well-formed HTTP, or a header is too long' });
    const body = JSON.stringify(toProblemDocument(problem, { docsUrl, instance: '/', requestId }));
    const decision = limiter.take('public', 'ip', toRateSubject(socket.remoteAddress ?? 'unknown'), now);
    const headers = {
      ...SECURITY_HEADERS,
      'X-Request-Id': requestId,
      ...toRateHeaders(decision),
      'Cache-Control': CACHE_CONTROL.private,
      'Content-Type': PROBLEM_TYPE,
      Connection: 'close',
      'Content-Length': String(Buffer.byteLength(body)),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const close = () => socket.destroy();
    setTimeout(close, REFUSAL_SENT_MS).unref();
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`, close);
  };
}
