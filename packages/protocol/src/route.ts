import type { z } from 'zod';
import type { CacheClass } from './cache-classes.ts';
import type { BodyLimitName, RatePolicyName } from './limits.ts';
import type { Access, OperatorRole, Preparation } from './mounts.ts';
import type { ProblemCode } from './problems.ts';

/** The API audience that a route serves. The OpenAPI documents are split by plane. */
export const PLANES = ['public', 'world', 'player', 'developer', 'operator', 'discovery', 'process'] as const;
export type Plane = (typeof PLANES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type MediaType =
  | 'text/markdown'
  | 'text/plain'
  | 'text/html'
  | 'text/javascript'
  | 'image/svg+xml'
  | 'text/event-stream'
  | 'application/octet-stream'
  | 'application/vc+jwt';

/** The answer of a route that does not return JSON. */
export type Media = { readonly media: MediaType };

/** One operation of the API. Server registration, OpenAPI and clients are all derived from these objects. */
export type Route = {
  readonly method: Method;
  /** `:name` marks a parameter; a final `*name` may contain slashes. Paths include the default prefixes; `mountPath` replaces them. */
  readonly path: `/${string}`;
  readonly plane: Plane;
  readonly access: Access;
  /** The minimum operator role; `administrator` by default. */
  readonly role?: OperatorRole;
  readonly rate: RatePolicyName;
  readonly cache: CacheClass;
  /** Carries an ETag although its cache class has none, because its readers poll. */
  readonly hasEtag?: true;
  /** A successful answer may carry `Retry-After`, because its result takes effect later. */
  readonly mayAskToWait?: true;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers that the handler uses, in lower case. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The handler reads the body itself, because it must check the payment first. */
  readonly lateBody?: true;
  /** `json` by default. */
  readonly bodyLimit?: BodyLimitName;
  /** Divides the rate cost of a body with `items`: one unit for each group of this many, rounded up. */
  readonly itemsPerUnit?: number;
  /** Rejects unknown body members. Set on every route that moves money or changes credentials. */
  readonly strictBody?: boolean;
  /** A repeated request would debit again, so a request without `Idempotency-Key` is rejected. */
  readonly needsIdempotencyKey?: true;
  /** The answer contains a secret that is shown once. It is never stored, not even for a repeated request. */
  readonly answersSecret?: true;
  /** Costs the service much and the caller nothing. Limited to one at a time for each address and principal, and to a few overall. */
  readonly isFreeWork?: true;
  /** Errors use the envelope of the call, plain or JSON-RPC. A batch is charged for each of its calls. */
  readonly speaksRpc?: true;
  /** Accepts x402 payments. Pages of any origin may call it, because x402 clients run in browsers. */
  readonly takesPayments?: true;
  readonly status: 200 | 201 | 202 | 204;
  /** A second status with the same answer, for work that is not finished or whose result is negative. */
  readonly orStatus?: 200 | 202 | 204 | 404 | 503;
  /** With status 204 this is `z.void()`. */
  readonly answer: z.ZodType | Media;
  /** Route-specific codes only. `COMMON_PROBLEMS` lists the codes of every route. */
  readonly errors: readonly ProblemCode[];
  /** Pages of other origins may not read it, although it needs no credential. */
  readonly sameOriginOnly?: true;
  /** The call that supplies a value this route needs. The problem names it when the value is missing. */
  readonly prepare?: Preparation;
  /** Every error contains `valid: false`, so that a client that ignores the HTTP status still sees a refusal. */
  readonly failsClosed?: true;
  /** Further paths that serve the same bytes. They use the same parameter names. */
  readonly aliases?: readonly `/${string}`[];
};

export type RouteTable = Readonly<Record<string, Route>>;

/** What a handler receives: every declared part of the request, parsed. */
export type Input<R extends Route> = {
  readonly [Part in Extract<keyof R, 'params' | 'query' | 'headers' | 'body'>]: R[Part] extends z.ZodType
    ? [Part, R['lateBody']] extends ['body', true]
      ? () => z.output<R[Part]>
      : z.output<R[Part]>
    : never;
};

/** What a caller sends: the wire form of every declared part. */
export type Request<R extends Route> = {
  readonly [Part in Extract<keyof R, 'params' | 'query' | 'headers' | 'body'>]: R[Part] extends z.ZodType
    ? z.input<R[Part]>
    : never;
};

/** What a handler returns: the wire form of a JSON answer, or `Text` (the server's type) for another media type. */
export type Answer<R extends Route, Text = string> = R['answer'] extends z.ZodType ? z.input<R['answer']> : Text;

export const isMedia = (answer: Route['answer']): answer is Media => 'media' in answer;

/** Replaces a path's `:name` places with percent-encoded values. Throws when a value is missing. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/([:*])([A-Za-z_]\w*)/g, (_, kind: string, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`Path ${path} needs a value for ${name}`);
    return kind === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}
