import {
  HAS_ETAG,
  isMedia,
  type Mounts,
  mountPath,
  Problem,
  type Quota,
  RATE_POLICIES,
  type Route,
} from '@assay/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, type Caller, type Gatekeeper, principalOf } from '../auth/index.ts';
import { ReadyAnswer, Reply, StreamAnswer } from './answer.ts';
import type { BoundRoute } from './bind-routes.ts';
import { toRateSubject } from './client-address.ts';
import { compressAnswer } from './compression.ts';
import { etagOf, isUnchanged } from './etag.ts';
import { createFreeWork, type FreeWorkAsked, type Upload } from './free-work.ts';
import type { AnswerRow } from './idempotency.store.ts';
import type { Claim, Idempotency } from './idempotency.ts';
import { type RateDecision, type RateLimiter, toRateHeaders } from './rate-limiter.ts';
import { bytesMaxOf, requireLength } from './read-body.ts';
import { readInput } from './read-request.ts';
import { countCalls } from './rpc-envelope.ts';
import { serializerOf } from './serializer.ts';
import { CACHE_CONTROL, isOpenToOrigins, OPEN_CORS } from './standard-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate, before any other part of the request is read. */
    caller: Caller | undefined;
    /** The right to do this request's work once. It ends when the answer is sent. */
    claim: Claim | undefined;
    /** A refusal by the gate that is sent after the call's envelope has been read. */
    refusal: Problem | undefined;
    /** Counts the body of free work as it arrives. */
    openUpload: (() => Upload) | undefined;
    /** Ends the free work of this request. */
    endFreeWork: (() => void) | undefined;
  }
}

export type MountOptions = {
  readonly mounts: Mounts;
  readonly gatekeeper: Gatekeeper;
  readonly limiter: RateLimiter;
  readonly idempotency: Idempotency;
  readonly clock: { now(): Date };
  readonly clientAddress: (request: FastifyRequest['raw']) => string;
  /** Validates every JSON answer against its schema before it is sent. Enabled in tests. */
  readonly checksAnswers: boolean;
};

/** Registers declared routes. Every request passes gate, limit, parser, handler and sender in this order. */
export function mountRoutes(app: FastifyInstance, bound: readonly BoundRoute[], options: MountOptions): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('claim', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('openUpload', undefined);
  app.decorateRequest('endFreeWork', undefined);
  const freeWork = createFreeWork();
  for (const { name, route, handle } of bound) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      app.route({
        method: route.method,
        url: mountPath(path, options.mounts).replace(/\*\w+$/, '*'),
        config: { name, route },
        onRequest: async (request, reply) => {
          if (route.isFreeWork) freeWork.requireRoom(toFreeWork(request, options));
          try {
            request.caller = await passGate(route, request, reply, options);
            chargeRoute(route, 1, request, reply, options);
          } catch (error) {
            if (!(route.speaksRpc && error instanceof Problem)) throw error;
            request.refusal = error;
          }
          requireLength(request);
          if (!route.isFreeWork) return;
          freeWork.requireRoom(toFreeWork(request, options));
          request.openUpload = freeWork.openUpload;
        },
        preValidation: async (request) => {
          if (request.refusal !== undefined) throw request.refusal;
          if (route.isFreeWork) request.endFreeWork = freeWork.begin(toFreeWork(request, options));
        },
        onSend: async (request, reply, body) =>
          compressAnswer(route, request, reply, await endClaim(request, reply, body)),
        handler: async (request, reply) => {
          try {
            return await answer({ route, handle, request, reply, options });
          } finally {
            request.endFreeWork?.();
          }
        },
      });
    }
  }
}

type Asked = {
  readonly route: Route;
  readonly handle: BoundRoute['handle'];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: MountOptions;
};

async function answer({ route, handle, request, reply, options }: Asked): Promise<unknown> {
  const input = readInput(route, request);
  chargeItems(route, input.body, request, reply, options);
  const repeat = await beginOnce(route, request, options);
  if (repeat?.kind === 'replay') return replay(route, repeat.answer, reply);
  request.claim = repeat?.claim;
  const context = {
    caller: request.caller,
    requestId: request.id,
    client: toRateSubject(options.clientAddress(request.raw)),
    sentBody: request.body,
    accept: request.headers.accept ?? '*/*',
  };
  const answered = await handle(input, context);
  if (answered instanceof ReadyAnswer && answered.units > 1) {
    chargeRoute(route, answered.units - 1, request, reply, options); // the gate charged the first unit
  }
  return send(route, answered, request, reply, options.checksAnswers);
}

/** The known subjects of the request and the declared length of its body. */
function toFreeWork(request: FastifyRequest, { clientAddress }: MountOptions): FreeWorkAsked {
  const address = `ip:${toRateSubject(clientAddress(request.raw))}`;
  const { caller } = request;
  const bytesMax = bytesMaxOf(request.routeOptions.config.route);
  return {
    subjects: caller === undefined ? [address] : [address, principalOf(caller)],
    bytes: Math.min(Number(request.headers['content-length'] ?? bytesMax) || 0, bytesMax),
  };
}

function beginOnce(route: Route, request: FastifyRequest, { idempotency, clientAddress }: MountOptions) {
  const { caller } = request;
  const principal = caller === undefined ? toRateSubject(clientAddress(request.raw)) : principalOf(caller);
  const path = request.url.split('?', 1)[0] ?? '/';
  return idempotency.begin(route, { key: request.headers['idempotency-key'], principal, path, body: request.body });
}

/** Only a successful answer is stored: the caller may correct a refused request and resend it under the same key. */
async function endClaim(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  const { claim } = request;
  if (claim === undefined) return body;
  request.claim = undefined;
  if (reply.statusCode >= 300) await claim.release();
  else {
    const location = reply.getHeader('location');
    const headers = location === undefined ? {} : { location: String(location) };
    await claim.keep({ status: reply.statusCode, headers, body: typeof body === 'string' ? body : null });
  }
  return body;
}

function replay(route: Route, answer: AnswerRow, reply: FastifyReply) {
  reply.code(answer.status ?? route.status).headers({ ...answer.headers, 'Idempotency-Replayed': 'true' });
  reply.header('Cache-Control', CACHE_CONTROL[route.cache]);
  if (isOpenToOrigins(route)) reply.headers(OPEN_CORS);
  if (answer.body === null) return reply.send();
  return reply.type('application/json; charset=utf-8').send(answer.body);
}

/** Checks the credential first, so that the caller's own quota is charged. An invalid credential is charged to its address. */
async function passGate(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { gatekeeper, limiter, clock, clientAddress }: MountOptions,
): Promise<Caller | undefined> {
  try {
    const { authorization, cookie, origin } = request.headers;
    return await admit(gatekeeper, route, { method: request.method, authorization, cookie, origin });
  } catch (error) {
    const address = toRateSubject(clientAddress(request.raw));
    charge(reply, limiter.take('public', 'ip', address, clock.now().getTime()));
    throw error;
  }
}

function chargeRoute(
  route: Route,
  units: number,
  request: FastifyRequest,
  reply: FastifyReply,
  { limiter, clock, clientAddress }: MountOptions,
): void {
  const quota = (RATE_POLICIES[route.rate].quotas as readonly Quota[]).find(
    (one) => one.per !== 'wallet' && one.per !== 'email',
  );
  if (quota === undefined) throw new TypeError(`Rate policy ${route.rate} has no limit that applies to every request`);
  const { caller } = request;
  const isByAddress = quota.per === 'ip' || caller === undefined;
  const subject = isByAddress ? toRateSubject(clientAddress(request.raw)) : principalOf(caller);
  charge(reply, limiter.take(route.rate, quota.per, subject, clock.now().getTime(), units));
}

/** A list costs one unit per item. The gate charged the first. */
function chargeItems(route: Route, body: unknown, request: FastifyRequest, reply: FastifyReply, options: MountOptions) {
  const units = countUnits(route, body, request) - 1;
  if (units > 0) chargeRoute(route, units, request, reply, options);
}

function countUnits({ speaksRpc, itemsPerUnit }: Route, body: unknown, request: FastifyRequest): number {
  if (speaksRpc) return countCalls(request.body);
  if (itemsPerUnit === undefined) return 1;
  const { items } = body as { items: readonly unknown[] };
  return Math.ceil(items.length / itemsPerUnit);
}

function charge(reply: FastifyReply, decision: RateDecision): void {
  reply.headers(toRateHeaders(decision));
  if (!decision.isAllowed) throw new Problem('rate_limited', { retryAfterSeconds: decision.retryAfterSeconds });
}

function send(route: Route, answer: unknown, request: FastifyRequest, reply: FastifyReply, checksAnswers: boolean) {
  reply.header('Cache-Control', CACHE_CONTROL[route.cache]);
  if (isOpenToOrigins(route)) reply.headers(OPEN_CORS);
  if (answer instanceof StreamAnswer) return sendStream(answer, request, reply);
  if (answer instanceof ReadyAnswer) {
    reply.code(answer.status).headers(answer.headers).type(answer.contentType);
    return sendTagged(route, answer.bytes, answer.etag, request, reply);
  }
  if (isMedia(route.answer)) {
    reply.type(`${route.answer.media}; charset=utf-8`);
    return sendTagged(route, String(answer), undefined, request, reply);
  }
  const { value, status, headers, etag } = answer instanceof Reply ? answer : new Reply(answer);
  reply.code(status ?? route.status).headers(headers);
  if (route.status === 204) return reply.send();
  if (checksAnswers) route.answer.parse(value);
  const body = serializerOf(route.answer)(value);
  reply.type('application/json; charset=utf-8');
  return sendTagged(route, body, etag, request, reply);
}

function sendTagged(
  route: Route,
  body: string | Buffer | ArrayBuffer | Uint8Array,
  tag: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!HAS_ETAG.has(route.cache) && route.hasEtag !== true) return reply.send(body);
  const etag = tag ?? etagOf(typeof body === 'string' ? body : Buffer.from(body as Uint8Array));
  reply.header('ETag', etag);
  const isUnchangedAnswer = reply.statusCode === 200 && isUnchanged(request.headers['if-none-match'], etag);
  if (isUnchangedAnswer) return reply.code(304).send();
  return reply.send(body);
}

function sendStream(answer: StreamAnswer, request: FastifyRequest, reply: FastifyReply) {
  reply.type(answer.contentType).header('X-Accel-Buffering', 'no');
  if (request.method === 'HEAD') {
    answer.cancel();
    return reply.send();
  }
  reply.hijack();
  const headers = Object.entries(reply.getHeaders()).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, Array.isArray(value) ? value.join(', ') : String(value)] as const],
  );
  reply.raw.writeHead(200, Object.fromEntries(headers));
  answer.start(reply.raw);
  return undefined;
}
