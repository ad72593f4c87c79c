import { HAS_ETAG } from '../cache-classes.ts';
import type { Route } from '../route.ts';
import type { JsonSchema } from './json-schemas.ts';

type Header = { readonly description: string; readonly schema: JsonSchema };
const header = (description: string, type = 'string'): Header => ({ description, schema: { type } });

/** Every header that operations refer to. */
export const HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': header('ID of the request. Include it when you report a problem.'),
  'RateLimit-Policy': header(
    'Name, quota and window in seconds, for example `"public";q=600;w=60`. Absent if rate limits are disabled.',
  ),
  RateLimit: header(
    'Remaining requests, and the seconds until the quota is full again, for example `"public";r=599;t=60`. Absent if rate limits are disabled.',
  ),
  Location: header('URL of the created or accepted resource.'),
  ETag: header('Strong validator; send it in `If-None-Match` to get 304 while nothing has changed.'),
  'X-World-Tick': header('World tick that the response describes.', 'integer'),
  'Retry-After': header('Seconds to wait before the next attempt.', 'integer'),
  'WWW-Authenticate': header('`Bearer`.'),
  'PAYMENT-REQUIRED': header('x402 v2 payment terms: `payment.x402` of the body as base64 JSON.'),
  'PAYMENT-RESPONSE': header('x402 v2 settlement result as base64 JSON; only after an x402 payment.'),
  'X-PAYMENT-RESPONSE': header('x402 v1 settlement result as base64 JSON; only after an x402 payment.'),
  'X-Payment-Receipt': header('Id of the signed payment receipt.'),
  'Idempotency-Replayed': header('`true` if this is the stored response to an earlier request.'),
};

export type HeaderRefs = Readonly<Record<string, { readonly $ref: string }>>;
const refer = (names: readonly string[]): HeaderRefs =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const STANDARD = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'] as const;
const PAID = ['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'X-Payment-Receipt'] as const;

/** Headers of a successful answer. */
export function headersOfAnswer(route: Route, status: number): HeaderRefs {
  const hasEtag = HAS_ETAG.has(route.cache) || route.hasEtag === true;
  return refer([
    ...STANDARD,
    ...((status === 201 || status === 202) && !isConfirmation(route) ? ['Location'] : []),
    ...(hasEtag ? ['ETag'] : []),
    ...(route.cache === 'tick' ? ['X-World-Tick'] : []),
    ...(route.takesPayments === true ? PAID : []),
    ...(route.mayAskToWait === true ? ['Retry-After'] : []),
    ...(route.method === 'GET' || route.speaksRpc === true ? [] : ['Idempotency-Replayed']),
  ]);
}

/** These routes return an existing confirmed payment: 200 and 202 differ only in its progress. */
const isConfirmation = ({ takesPayments, status }: Route): boolean => takesPayments === true && status === 200;

const WAITS = new Set([429, 503, 507]);

/** Headers of a problem with this status. */
export const headersOfProblem = (status: number, carriesTerms: boolean): HeaderRefs =>
  refer([
    ...STANDARD,
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(WAITS.has(status) ? ['Retry-After'] : []),
    ...(carriesTerms ? ['PAYMENT-REQUIRED'] : []),
  ]);
