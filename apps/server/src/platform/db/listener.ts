import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import type { DatabaseLog } from './database.ts';
import type { DatabaseConnection } from './pool.ts';

export type ListenerOptions = {
  connection: DatabaseConnection;
  channels: readonly string[];
  log: DatabaseLog;
  onNotice(channel: string, payload: string): void;
  /** From now on every notice arrives. Anything cached earlier may be out of date. */
  onConnected(): void;
  /** The connection has just answered, so every notice sent before now has arrived. */
  onBeat?(): void;
  /** Notices may be missed from now until `onConnected`. */
  onLost(): void;
};

export type Listener = { close(): Promise<void> };

const LISTENER_LIMITS = {
  connectMs: 5_000,
  heartbeatMs: 1_000,
  heartbeatAnswerMs: 2_000,
  retryFirstMs: 50,
  retryMaxMs: 5_000,
} as const;

/** A dedicated connection that LISTENs for the life of the program and reconnects when it is lost. */
export function openListener(options: ListenerOptions): Listener {
  const closing = new AbortController();
  const running = keepListening(options, closing.signal);
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}

async function keepListening(options: ListenerOptions, closing: AbortSignal): Promise<void> {
  let retryMs: number = LISTENER_LIMITS.retryFirstMs;
  while (!closing.aborted) {
    const outcome = await listenOnce(options, closing);
    if (closing.aborted) return;
    retryMs = outcome.wasConnected ? LISTENER_LIMITS.retryFirstMs : Math.min(retryMs * 2, LISTENER_LIMITS.retryMaxMs);
    options.log.warn({ err: outcome.error, retryMs }, 'LISTEN connection lost');
    await delay(retryMs, undefined, { signal: closing }).catch(() => undefined);
  }
}

type Outcome = { wasConnected: boolean; error: unknown };

async function listenOnce(options: ListenerOptions, closing: AbortSignal): Promise<Outcome> {
  const client = new Client({
    ...options.connection,
    application_name: 'assay listener',
    connectionTimeoutMillis: LISTENER_LIMITS.connectMs,
    query_timeout: LISTENER_LIMITS.heartbeatAnswerMs,
    keepAlive: true,
  });
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The database closed the LISTEN connection.')));
  });
  lost.catch(() => undefined); // prevents an unhandled rejection while nothing awaits it
  client.on('notification', ({ channel, payload }) => options.onNotice(channel, payload ?? ''));

  let wasConnected = false;
  try {
    await client.connect();
    for (const channel of options.channels) await client.query(`listen ${escapeIdentifier(channel)}`);
    wasConnected = true;
    options.onConnected();
    await Promise.race([lost, beat(client, closing, options)]);
    return { wasConnected, error: undefined };
  } catch (error) {
    return { wasConnected, error };
  } finally {
    if (wasConnected) options.onLost();
    client.connection.stream.destroy(); // closes without a goodbye, because a dead connection would not answer that either
  }
}

/** A network partition closes no connection. Only an unanswered query reveals it. */
async function beat(client: Client, closing: AbortSignal, { onBeat }: ListenerOptions): Promise<void> {
  while (!closing.aborted) {
    await client.query('select 1');
    onBeat?.();
    await delay(LISTENER_LIMITS.heartbeatMs, undefined, { signal: closing }).catch(() => undefined);
  }
}
