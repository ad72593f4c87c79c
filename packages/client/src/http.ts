import { AssayError, type FieldError, NetworkError, type ReasonCode, ServiceError } from './reasons.ts';
import { isDict, isText } from './shape.ts';

export const HTTP_LIMITS = {
  timeoutMs: 5_000,
  attempts: 3,
  /** The upper limit of the first wait. It doubles with each attempt; the actual wait is random, to spread callers. */
  backoffMs: 200,
  /** A longer Retry-After ends the attempts. */
  retryAfterMsMax: 5_000,
  answerBytesMax: 16_777_216,
} as const;

const RETRIED = new Set([429, 502, 503, 504]);

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

export type HttpOptions = {
  /** `https://…`. Plain http is allowed only for this machine. */
  readonly baseUrl: string;
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
  /** The maximum number of attempts per request. */
  readonly attempts?: number;
  /** A developer token or API key. It is sent only to `baseUrl`, and redirects are rejected. */
  readonly token?: string;
  readonly meter?: Meter;
  /** Aborts every request of this client. */
  readonly signal?: AbortSignal;
  /** Called at the end of every request. It never gets headers or bodies, so it never sees a token. */
  readonly log?: (request: LoggedRequest) => void;
  readonly random?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
};

/** `status` is missing without an answer; `error` then has the reason. */
export type LoggedRequest = {
  readonly method: string;
  readonly path: string;
  readonly attempt: number;
  readonly durationMs: number;
  readonly status?: number;
  readonly error?: AssayError;
};

/** Meters requests. `begin` throws when the budget is exhausted; `end` gets the bytes of the answer. */
export type Meter = { readonly begin: () => void; readonly end: (bytes: number) => void };

type Call = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** For the few answers that may be larger than the default. */
  readonly answerBytesMax?: number;
  /** A POST with side effects is sent only once. */
  readonly isRepeatable?: boolean;
};

const FIELD_ERRORS_MAX = 50;

/** An answer of the service with any status. Other results are thrown as AssayError. */
export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** The service's address without a trailing slash. Throws for unencrypted remote addresses. */
function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new TypeError(`${text} is not the address of a service. Use an address like https://assay.example.`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('The address of the service must not contain a password, a query or a fragment.');
  }
  const isThisMachine =
    /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname) || url.hostname.endsWith('.localhost');
  if (url.protocol === 'http:' && !isThisMachine) {
    throw new TypeError(`Use https: without it, another server on the network could answer instead of ${url.host}.`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Sends requests with a timeout, retries sensible cases and rejects redirected answers. */
export function createHttp(options: HttpOptions) {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const random = options.random ?? Math.random;
  const wait = options.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const attempts = Math.max(1, options.attempts ?? HTTP_LIMITS.attempts);

  const signalsOf = (call: Call): AbortSignal[] =>
    [options.signal, call.signal].filter((signal) => signal !== undefined);
  const isAborted = (call: Call): boolean => signalsOf(call).some(({ aborted }) => aborted);
  const pause = (ms: number, call: Call): Promise<void> => untilAborted(wait(ms), signalsOf(call), () => undefined);

  async function send(path: string, call: Call): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json', ...call.headers };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
    const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? HTTP_LIMITS.timeoutMs);
    const init: RequestInit = {
      method: call.method ?? 'GET',
      headers,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal: AbortSignal.any([timeout, ...signalsOf(call)]),
    };
    if (call.body !== undefined) init.body = JSON.stringify(call.body);
    return fetch(baseUrl + path, init);
  }

  async function askOnce(path: string, call: Call, attempt: number): Promise<HttpAnswer> {
    options.meter?.begin();
    const startedAt = performance.now();
    let received = 0;
    let end: Pick<LoggedRequest, 'status' | 'error'> = {};
    try {
      const answer = await send(path, call);
      if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400 && answer.status !== 304)) {
        throw new AssayError('redirected', 'The service redirects. Only responses from its own address are accepted.');
      }
      const bytes = await readBounded(answer, call.answerBytesMax ?? HTTP_LIMITS.answerBytesMax);
      received = bytes.length;
      end = { status: answer.status };
      return { status: answer.status, headers: answer.headers, body: parseJson(answer, bytes) };
    } catch (error) {
      end = { error: toAssayError(error, baseUrl, isAborted(call)) };
      throw end.error;
    } finally {
      options.meter?.end(received);
      options.log?.({ method: call.method ?? 'GET', path, attempt, durationMs: performance.now() - startedAt, ...end });
    }
  }

  async function ask(path: string, call: Call = {}): Promise<HttpAnswer> {
    const mayRepeat = call.isRepeatable ?? (call.method ?? 'GET') === 'GET';
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts || !mayRepeat;
      const backoffMs = random() * HTTP_LIMITS.backoffMs * 2 ** (attempt - 1);
      try {
        const answer = await askOnce(path, call, attempt);
        const retryMs = RETRIED.has(answer.status) ? retryAfterMs(answer.headers) : undefined;
        if (isLast || retryMs === undefined || retryMs > HTTP_LIMITS.retryAfterMsMax) return answer;
        await pause(Math.max(backoffMs, retryMs), call);
      } catch (error) {
        if (isLast || !(error instanceof NetworkError) || isAborted(call)) throw error;
        await pause(backoffMs, call);
      }
    }
  }

  /** The body of a 200. Throws the service's problem otherwise. */
  async function get(path: string, call: Call = {}): Promise<unknown> {
    const answer = await ask(path, call);
    if (answer.status === 200) return answer.body;
    throw toProblem(answer);
  }

  return { baseUrl, ask, get, send };
}
export type Http = ReturnType<typeof createHttp>;

/** Options to abort one call. */
export type Ending = { readonly signal?: AbortSignal | undefined };

/** Adds an abort signal to all requests. */
export function withSignal(http: Http, { signal }: Ending): Http {
  if (signal === undefined) return http;
  const also = (call: Call = {}): Call => ({ ...call, signal: AbortSignal.any([signal, call.signal ?? signal]) });
  return {
    baseUrl: http.baseUrl,
    ask: (path, call) => http.ask(path, also(call)),
    get: (path, call) => http.get(path, also(call)),
    send: (path, call) => http.send(path, also(call)),
  };
}

const ABORTED = 'The request was aborted.';

/** Stops waiting at an abort. The shared work continues for other callers. */
export const orAborted = <T>(work: Promise<T>, { signal }: Ending, url: string): Promise<T> =>
  untilAborted(work, signal === undefined ? [] : [signal], () => {
    throw new NetworkError('unreachable', ABORTED, { url, cause: signal?.reason });
  });

/** Resolves with the work or, at an abort, with `end`. Removes its listeners. */
async function untilAborted<T>(work: Promise<T>, signals: readonly AbortSignal[], end: () => T): Promise<T> {
  const done = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    if (signals.some((signal) => signal.aborted)) resolve();
    for (const signal of signals)
      signal.addEventListener('abort', () => resolve(), { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([aborted.then(end), work]);
  } finally {
    done.abort();
  }
}

export function toProblem({ status, body }: HttpAnswer): ServiceError {
  const given = isDict(body) ? body : {};
  const problem = isText(given.code) ? given.code : undefined;
  const detail = isText(given.detail) ? given.detail.slice(0, 500) : 'No reason was given.';
  const code: ReasonCode =
    status === 404 ? 'not_found' : status >= 500 || status === 429 ? 'unreachable' : 'request_refused';
  return new ServiceError(code, `The service returned ${status}${problem ? ` ${problem}` : ''}: ${detail}`, {
    status,
    errors: Array.isArray(given.errors) ? given.errors.filter(isFieldError).slice(0, FIELD_ERRORS_MAX) : [],
    ...(problem !== undefined && { problem }),
    ...(isText(given.requestId) && { requestId: given.requestId }),
  });
}

const isFieldError = (each: unknown): each is FieldError => isDict(each) && isText(each.pointer) && isText(each.detail);

function retryAfterMs(headers: Headers): number {
  const text = headers.get('retry-after') ?? '0';
  return /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : 0;
}

function toAssayError(error: unknown, url: string, isAborted: boolean): AssayError {
  if (error instanceof AssayError) return error;
  const options = { url, cause: error };
  if (isAborted) return new NetworkError('unreachable', ABORTED, options);
  const isTimeout = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  if (isTimeout) return new NetworkError('timeout', `The service at ${url} did not respond in time.`, options);
  return new NetworkError('unreachable', `The service at ${url} cannot be reached (${causeOf(error)}).`, options);
}

/** The platform's own description: `fetch` wraps the socket error. */
function causeOf(error: unknown): string {
  const { code, message } = ((error as { cause?: unknown } | null)?.cause ?? error ?? {}) as Record<string, unknown>;
  return isText(code) ? code : isText(message) && message !== '' ? message : 'no response';
}

function parseJson(answer: Response, bytes: Uint8Array): unknown {
  if (answer.status === 204 || answer.status === 304) return undefined;
  const type = answer.headers.get('content-type') ?? '';
  if (!/^application\/([a-z.-]+\+)?json\b/.test(type)) {
    // A gateway returns HTML while the service is down. That is not an answer, but a retry may succeed.
    if (answer.status >= 500) return undefined;
    throw new AssayError('bad_answer', 'The response is not JSON.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AssayError('bad_answer', 'The response cannot be read as JSON.', { cause });
  }
}

/** Reads a body of at most `bytesMax`. Throws AssayError. */
export async function readBounded(answer: Response, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > bytesMax) {
      await reader?.cancel();
      throw new AssayError('bad_answer', `The response is larger than ${bytesMax} bytes.`);
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
