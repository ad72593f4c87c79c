/** How long an answer may be kept by others; the server turns the class into `Cache-Control` and `ETag`. */
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

/** Classes whose answers carry an ETag and are confirmed with 304. */
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
