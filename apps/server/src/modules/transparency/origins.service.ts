import type { CheckpointMemory } from './log.port.ts';
import type { LogStore, OriginRow } from './log.store.ts';
import { findRestoreMark } from './restore-mark.ts';

/** The log must not sign. The message tells the operator why. */
export class LogHaltedError extends Error {
  override name = 'LogHaltedError';
}

type Deps = {
  readonly store: Pick<LogStore, 'listOrigins' | 'insertOrigin' | 'newestCheckpoint' | 'restoreMark'>;
  readonly memory: CheckpointMemory;
  /** The configured origin, if any. */
  readonly configured: string | undefined;
  /** The URL of the log without its scheme, as tlog-tiles suggests. */
  readonly suggested: string;
  readonly clock: { now(): Date };
};

/** The origins of the log. The first comes from the configuration; each later one needs an operator's reason. */
export function createOrigins({ store, memory, configured, suggested, clock }: Deps) {
  async function find(): Promise<OriginRow | undefined> {
    const [newest] = await store.listOrigins();
    return newest;
  }

  return {
    list: store.listOrigins,
    find,
    /** The current origin, created now if there was none. Throws LogHaltedError when the configuration names another. */
    async open(): Promise<string> {
      const newest = await find();
      const restored = findRestoreMark(await store.restoreMark());
      if (restored !== undefined && restored.originNumber >= (newest?.number ?? 0))
        throw new LogHaltedError(
          `The database was restored from a backup on ${restored.at.toISOString()}. What was published after the backup is not ` +
            'in it. State what happened: npm run server -- log reopen NEW-ORIGIN REASON',
        );
      if (newest === undefined) {
        const origin = configured ?? suggested;
        await store.insertOrigin({ origin, number: 1, openedAt: clock.now(), reason: null, closedAtCheckpoint: null });
        return origin;
      }
      if (configured !== undefined && configured !== newest.origin)
        throw new LogHaltedError(
          `LOG_ORIGIN is ${configured}, but this log was opened as ${newest.origin}. Restore the previous value, or give a reason ` +
            'it changes: npm run server -- log reopen ORIGIN REASON',
        );
      return newest.origin;
    },
    /** Starts a new origin with the existing leaves. The checkpoints of the old origin stay valid and are never continued. */
    async reopen(origin: string, reason: string): Promise<OriginRow> {
      const [newest, ...older] = await store.listOrigins();
      if ([newest, ...older].some((row) => row?.origin === origin))
        throw new Error(`${origin} was an origin of this log before. Choose one that was never used.`);
      if ((await memory.read(origin)) !== undefined)
        throw new Error(`The origin ${origin} was already used here. Choose an origin that was never used.`);
      const last =
        newest && ((await memory.read(newest.origin)) ?? (await store.newestCheckpoint(newest.origin))?.note);
      const number = (newest?.number ?? 0) + 1;
      const row = {
        origin,
        number,
        openedAt: clock.now(),
        reason: number === 1 ? null : reason,
        closedAtCheckpoint: last ?? null,
      };
      await store.insertOrigin(row);
      return row;
    },
  };
}
export type Origins = ReturnType<typeof createOrigins>;
