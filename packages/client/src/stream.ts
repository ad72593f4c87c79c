import type { Event as ServiceEvent } from '@assay/protocol';
import { HTTP_LIMITS, type Http } from './http.ts';
import { AssayError } from './reasons.ts';
import * as ROUTES from './routes.generated.ts';
import { isDict, isText } from './shape.ts';

export type { ServiceEvent };

export const STREAM_LIMITS = {
  /** The service sends a heartbeat every 15 s. After three missed ones the connection is dead. */
  silenceMs: 45_000,
  frameCharsMax: 1_048_576,
  backoffMsMax: 30_000,
} as const;

export type WatchOptions = {
  /** `certificates`, `certificate:<id>`, `flags`, … */
  readonly topics: readonly string[];
  readonly signal: AbortSignal;
  /** Resume after this event. */
  readonly since?: number;
  readonly random?: () => number;
};

/** Events as they happen, with automatic reconnection, until `signal` ends it. Events only inform; they never authorise. */
export async function* watch(
  http: Http,
  { topics, signal, since, random = Math.random }: WatchOptions,
): AsyncGenerator<ServiceEvent> {
  let lastId = since === undefined ? undefined : String(since);
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const frame of connect(http, topics, lastId, signal)) {
        failures = 0;
        if (frame.id !== undefined) lastId = frame.id;
        if (frame.event !== undefined) yield frame.event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof AssayError && error.code === 'request_refused') throw error;
    }
    failures++;
    await pause(random() * Math.min(STREAM_LIMITS.backoffMsMax, HTTP_LIMITS.backoffMs * 2 ** failures), signal);
  }
}

type Frame = { readonly id: string | undefined; readonly event: ServiceEvent | undefined };

async function* connect(
  http: Http,
  topics: readonly string[],
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  const silence = new AbortController();
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (lastId !== undefined) headers['last-event-id'] = lastId;
  const path = `${ROUTES.readStream.path}?topics=${topics.map(encodeURIComponent).join(',')}`;
  const answer = await http.send(path, {
    headers,
    timeoutMs: 2 ** 31 - 1,
    signal: AbortSignal.any([signal, silence.signal]),
  });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw new AssayError('request_refused', `The service rejected the stream with status ${answer.status}.`);
  if (answer.status !== 200 || !answer.body) throw new AssayError('unreachable', 'The stream cannot be opened.');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const timer = setTimeout(() => silence.abort(), STREAM_LIMITS.silenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    text += value;
    if (text.length > STREAM_LIMITS.frameCharsMax) throw new AssayError('bad_answer', 'An event is too long.');
    const frames = text.split(/\r?\n\r?\n/);
    text = frames.pop() ?? '';
    yield* frames.map(parseFrame);
  }
}

/** Parses one frame of an event stream. Other frames (heartbeats, comments) have neither id nor event. */
function parseFrame(frame: string): Frame {
  const field = (name: string) =>
    frame
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  const [id] = field('id');
  try {
    const event: unknown = JSON.parse(field('data').join('\n'));
    const isOurs = isDict(event) && isText(event.kind) && isDict(event.subject);
    return { id, event: isOurs ? (event as unknown as ServiceEvent) : undefined };
  } catch {
    return { id, event: undefined };
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
