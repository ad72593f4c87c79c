import type { z } from 'zod';
import type { CacheClass } from './cache-classes.ts';
import type { BodyLimitName, RatePolicyName } from './limits.ts';
import type { Access, OperatorRole, Preparation } from './mounts.ts';
import type { ProblemCode } from './problems.ts';

/** Which of the API's audiences a route serves; the OpenAPI documents are cut along these. */
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

/** The answer of a route that does not speak JSON. */
export type Media = { readonly media: MediaType };

/** One operation of the API. Server registration, OpenAPI and clients are all derived from these objects. */
export type Route = {
  readonly method: Method;
  /** `:name` marks a parameter, `*name` at the end one that may contain slashes. The default prefixes are written out; `mountPath` moves them. */
  readonly path: `/${string}`;
  readonly plane: Plane;
  readonly access: Access;
  /** The least role of an operator that may call it; `administrator` when left out. */
  readonly role?: OperatorRole;
  readonly rate: RatePolicyName;
  readonly cache: CacheClass;
  /** Carries an ETag although its cache class has none: its reader asks again and again. */
  readonly hasEtag?: true;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers with a meaning of their own, in lower case. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The handler asks for the body when its turn has come: a payment is looked at before what it pays for. */
  readonly lateBody?: true;
  /** `json` when left out. */
  readonly bodyLimit?: BodyLimitName;
  /** A body with `items` is charged one unit of its rate for each started group of this many. */
  readonly itemsPerUnit?: number;
  /** Unknown body members are refused: on every route that moves money or changes credentials. */
  readonly strictBody?: boolean;
  /** A repeat would debit again, so a request without `Idempotency-Key` is refused. */
  readonly needsIdempotencyKey?: true;
  /** The answer holds a secret that is shown once: it is kept nowhere, not even for a repeated request. */
  readonly answersSecret?: true;
  /** Costs us much and its caller nothing: one at a time for each address and each principal, and few at once over all. */
  readonly isFreeWork?: true;
  /** Refusals are told in the envelope of the call, plain or JSON-RPC; a batch is charged for each of its calls. */
  readonly speaksRpc?: true;
  /** Takes x402 payments: pages of any origin may ask it, as an x402 client in a browser does. */
  readonly takesPayments?: true;
  readonly status: 200 | 201 | 202 | 204;
  /** A second status with the same answer, for routes whose work may be done later or found wanting. */
  readonly orStatus?: 200 | 202 | 204 | 404 | 503;
  /** With status 204 this is `z.void()`. */
  readonly answer: z.ZodType | Media;
  /** Route-specific codes only; what any route may answer is in `COMMON_PROBLEMS`. */
  readonly errors: readonly ProblemCode[];
  /** Pages of other origins may not read it, although it needs no credential. */
  readonly sameOriginOnly?: true;
  /** The call that gives what this one needs: named when the request lacks it. */
  readonly prepare?: Preparation;
  /** Every error carries `valid: false`, so that a careless client reads a refusal. */
  readonly failsClosed?: true;
  /** Further paths that serve the same bytes, with the same parameter names. */
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

/** What a handler returns: the wire form of a JSON answer, or `Text` (the server's choice) for another media type. */
export type Answer<R extends Route, Text = string> = R['answer'] extends z.ZodType ? z.input<R['answer']> : Text;

export const isMedia = (answer: Route['answer']): answer is Media => 'media' in answer;

/** Puts values into a path's `:name` places, percent-encoded. A name without a value is an error of the program. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/([:*])([A-Za-z_]\w*)/g, (_, kind: string, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`Path ${path} needs a value for ${name}`);
    return kind === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}
