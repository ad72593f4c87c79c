import type { Listener, ListenerOptions } from '../db/index.ts';
import { runInContext } from '../log/index.ts';

export const CHANNEL = 'assay';
/** After this long without an answered heartbeat, cached values must not be used. */
const PROVEN_FOR_MS = 5_000;

type Deps = {
  readonly listen: (
    options: Pick<ListenerOptions, 'channels' | 'onNotice' | 'onConnected' | 'onBeat' | 'onLost'>,
  ) => Listener;
  readonly clock: { now(): Date };
  /** Milliseconds that are unaffected by clock changes. */
  readonly monotonicMs?: () => number;
};

/**
 * Carries change notifications between processes over NOTIFY, as `topic:id`. It is trusted only for a short time after
 * each answered heartbeat: a suspended process or a half-open connection must count as lost.
 */
export function createNoticeBus({ listen, clock, monotonicMs = () => performance.now() }: Deps) {
  const listeners = new Map<string, Set<(id: string) => void>>();
  const forgetters = new Set<() => void>();
  const never = { clockMs: Number.NEGATIVE_INFINITY, monotonicMs: Number.NEGATIVE_INFINITY };
  let proven = never;
  let listener: Listener | undefined;

  const prove = () => {
    proven = { clockMs: clock.now().getTime(), monotonicMs: monotonicMs() };
  };

  const forget = () => {
    for (const act of forgetters) act();
  };

  /** A listener may start a loop that works for many requests, so it does not belong to the request of the notice. */
  function tell(topic: string, id: string): void {
    for (const hear of listeners.get(topic) ?? []) runInContext({}, () => hear(id));
  }

  function hear(payload: string): void {
    const separator = payload.indexOf(':');
    tell(payload.slice(0, separator), payload.slice(separator + 1));
  }

  return {
    start(): void {
      listener = listen({
        channels: [CHANNEL],
        onNotice: (_channel, payload) => hear(payload),
        onConnected: () => {
          // Data read without a LISTEN connection may predate a missed notice.
          forget();
          prove();
        },
        onBeat: prove,
        onLost: () => {
          proven = never;
          forget();
        },
      });
    },
    /** True while notices of other processes are known to arrive here. */
    isProven(): boolean {
      // Checks both clocks: the wall clock may be set back while the process sleeps, and the monotonic clock stops
      // while the machine sleeps.
      const ageMs = clock.now().getTime() - proven.clockMs;
      return ageMs >= 0 && ageMs < PROVEN_FOR_MS && monotonicMs() - proven.monotonicMs < PROVEN_FOR_MS;
    },
    /** Announces a commit of this process ahead of its notice, so that the next answer is not older than the previous one. */
    tell,
    /** Calls `hear` with the id of every notice of this topic, until the returned function is called. */
    on(topic: string, hear: (id: string) => void): () => void {
      const group = listeners.get(topic) ?? new Set();
      listeners.set(topic, group.add(hear));
      return () => group.delete(hear);
    },
    /** Calls `act` when notices may have been missed: cached values and reads in progress must be discarded. */
    onLost: (act: () => void): void => void forgetters.add(act),
    stop: async (): Promise<void> => listener?.close(),
  };
}
export type NoticeBus = ReturnType<typeof createNoticeBus>;
