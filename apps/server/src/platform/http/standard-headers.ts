import type { CacheClass, Route } from '@assay/protocol';

const EXPOSED = [
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'X-World-Tick',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-PAYMENT-RESPONSE',
  'X-Payment-Receipt',
  'Idempotency-Replayed',
].join(', ');

/** Headers of every answer. API answers are data: they must not be executed, framed or sniffed. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Link: '</.well-known/openapi.json>; rel="service-desc"; type="application/json"',
} as const;

/** Pages of any origin may read what needs no credential. Everything else is same-origin. */
export const OPEN_CORS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED } as const;

export const PREFLIGHT_HEADERS = {
  ...OPEN_CORS,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers':
    'Content-Type, If-None-Match, Idempotency-Key, X-Request-Id, Last-Event-ID, Authorization, ' +
    'PAYMENT-SIGNATURE, X-PAYMENT, X-Payment-Method, X-Payment-Receipt',
  'Access-Control-Max-Age': '86400',
} as const;

/**
 * Routes without a credential, those that take x402 payments, and RPC with an API key. With `*`, a browser sends no
 * cookie, so a page can only use a key that its user gave it. The administrative key is excluded.
 */
export const isOpenToOrigins = ({ access, sameOriginOnly, takesPayments, speaksRpc }: Route): boolean =>
  (access === 'none' ||
    access === 'optional' ||
    access === 'any' ||
    access === 'probe' ||
    takesPayments === true ||
    (speaksRpc === true && access === 'key')) &&
  sameOriginOnly !== true;

/** `tick` and `none` have no fixed value: the world computes its own, and process routes set theirs. */
export const CACHE_CONTROL: Readonly<Record<CacheClass, string>> = {
  live: 'public, no-cache',
  sealed: 'public, max-age=31536000, immutable',
  stats: 'public, max-age=60, stale-while-revalidate=60',
  tick: 'public, max-age=1',
  feed: 'public, max-age=3600, s-maxage=60',
  badge: 'public, max-age=60',
  keys: 'public, max-age=300',
  checkpoint: 'public, max-age=2',
  private: 'private, no-store',
  none: 'no-store',
};
