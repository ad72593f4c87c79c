/** How long clients and proxies may cache an answer. The server turns the class into `Cache-Control` and `ETag`. */
export const CACHE_CLASSES = [
  'live',
  'sealed',
  'stats',
  'tick',
  'feed',
  'badge',
  'keys',
  'checkpoint',
  'private',
  'none',
] as const;
export type CacheClass = (typeof CACHE_CLASSES)[number];

/** Answers of these classes carry an ETag; the server answers 304 when it matches. */
export const HAS_ETAG: ReadonlySet<CacheClass> = new Set([
  'live',
  'sealed',
  'stats',
  'tick',
  'feed',
  'badge',
  'keys',
  'checkpoint',
]);
