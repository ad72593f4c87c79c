import type { ServerResponse } from 'node:http';

type Headers = Readonly<Record<string, string>>;

/**
 * A JSON answer with another declared status, an extra header such as `Location`, or an ETag that is not derived from
 * its bytes.
 */
export class Reply<T> {
  readonly value: T;
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly etag: string | undefined;
  constructor(value: T, options: { status?: number; headers?: Headers; etag?: string } = {}) {
    this.value = value;
    this.status = options.status;
    this.headers = options.headers ?? {};
    this.etag = options.etag;
  }
}

/** Bytes that are sent unchanged, with their strong ETag. */
export class ReadyAnswer {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  /** Rate units that the answer costs. */
  readonly units: number;
  constructor(
    bytes: Buffer,
    options: { contentType: string; etag?: string | undefined; status?: number; headers?: Headers; units?: number },
  ) {
    this.bytes = bytes;
    this.status = options.status ?? 200;
    this.contentType = options.contentType;
    this.etag = options.etag;
    this.headers = options.headers ?? {};
    this.units = options.units ?? 1;
  }
}

/**
 * An answer that stays open. `start` owns the response from then on. When only the head is sent, `cancel` is called
 * instead.
 */
export class StreamAnswer {
  readonly contentType: string;
  readonly start: (response: ServerResponse) => void;
  readonly cancel: () => void;
  constructor(contentType: string, start: (response: ServerResponse) => void, cancel: () => void) {
    this.contentType = contentType;
    this.start = start;
    this.cancel = cancel;
  }
}
