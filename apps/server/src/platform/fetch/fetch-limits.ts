/** Limits of one guarded fetch, redirects included. A request may lower or raise each by name. */
export type FetchLimits = {
  /** Applies to the decoded body. */
  bytesMax: number;
  /** From the first dialled address to a ready connection, TLS included. */
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
/** Maximum excess of the encoded body over the decoded one: empty gzip members cost bytes and yield none. */
export const ENCODING_OVERHEAD_BYTES_MAX = 64 * 1024;
