/** Hours by the wall clock, without drift: a late hour is delayed, never left out. */
import { setTimeout as delay } from 'node:timers/promises';

/** After a longer sleep than this many hours the world goes on from now: lost time is not lived in a burst. */
const CATCH_UP_TICKS = 24;

/** When the hour after one that was due at `due` is due. */
export const nextDue = (due: number, tickMs: number, now: number): number =>
  now - due > CATCH_UP_TICKS * tickMs ? now + tickMs : due + tickMs;

/** Waits until `ms` have passed or the signal comes, whichever is first. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
