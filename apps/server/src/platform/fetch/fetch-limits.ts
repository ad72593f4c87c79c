/** Bounds of one guarded fetch, redirects included. A request may narrow or widen them by name. */
export type FetchLimits = {
  /** Of the body after decoding. */
  bytesMax: number;
  /** From the first address tried to a connection that is ready, TLS included. */
  connectMs: number;
  /** From the call to its answer. */
  totalMs: number;
  redirectsMax: number;
};

export const FETCH_LIMITS: FetchLimits = {
  bytesMax: 4 * 1024 * 1024,
  connectMs: 3_000,
  totalMs: 10_000,
  redirectsMax: 3,
};

export const URL_CHARS_MAX = 2_048;
export const ADDRESSES_TRIED_MAX = 4;
export const HEADER_BYTES_MAX = 16 * 1024;
/** An encoded body may be this much longer on the wire than decoded: empty gzip members cost bytes and yield none. */
export const ENCODING_OVERHEAD_BYTES_MAX = 64 * 1024;
