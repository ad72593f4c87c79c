/** Events of the service as they happen. */
import { useEffect, useState } from 'react';
import { toUrl } from './api.ts';

/** The polling interval while the stream is interrupted, and the longer one while it is open, for changes without events. */
const [ASK_AGAIN_MS, LOOK_MS] = [3_000, 20_000];
/** Doubled after each failed attempt. */
const [RECONNECT_MS, RECONNECT_MAX_MS] = [2_000, 60_000];

type StreamPath = `/api/v1/${string}`;

export const toTopicsPath = (topics: string): StreamPath => `/api/v1/stream?topics=${encodeURIComponent(topics)}`;

/** Reads a stream until it ends. An API key needs a header, which `EventSource` cannot send. */
async function read(
  path: StreamPath,
  key: string | undefined,
  signal: AbortSignal,
  on: { open(): void; event(): void },
) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await fetch(toUrl(path), { headers, signal, credentials: key === undefined ? 'same-origin' : 'omit' });
  if (!answer.ok || answer.body === null) throw new Error(`The stream was rejected: ${answer.status}.`);
  on.open();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const frames = (rest + part.value).split('\n\n');
    rest = frames.pop() ?? '';
    if (frames.some((frame) => /^data:/m.test(frame))) on.event();
  }
}

/**
 * Calls `onNews` for every event of this stream, and every few seconds while the stream is interrupted. Returns
 * whether it is. Without a path nothing is followed.
 */
export function useStream(path: StreamPath | undefined, onNews: () => void, key?: string): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    if (path === undefined) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;
    const lookEvery = (ms: number): void => {
      clearInterval(timer);
      timer = setInterval(onNews, ms);
    };
    let waitMs: number = RECONNECT_MS;
    const on = {
      open: () => {
        waitMs = RECONNECT_MS;
        setCut(false);
        lookEvery(LOOK_MS);
        onNews(); // for events before the stream was open
      },
      event: onNews,
    };
    const follow = async (): Promise<void> => {
      while (!gone.signal.aborted) {
        await read(path, key, gone.signal, on).catch(() => undefined);
        if (gone.signal.aborted) return;
        setCut(true);
        lookEvery(ASK_AGAIN_MS);
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        waitMs = Math.min(2 * waitMs, RECONNECT_MAX_MS);
      }
    };
    void follow();
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [path, key, onNews]);
  return isCut && path !== undefined;
}
