/** Schedules hours by the wall clock without drift: a late hour is delayed, never skipped. */
import { setTimeout as delay } from 'node:timers/promises';

/** After a longer pause than this many hours, the schedule restarts from now, so that the lost hours do not run in a burst. */
const CATCH_UP_TICKS = 24;

/** The due time of the hour after the one that was due at `due`. */
export const nextDue = (due: number, tickMs: number, now: number): number =>
  now - due > CATCH_UP_TICKS * tickMs ? now + tickMs : due + tickMs;

/** Waits until `ms` have passed or the signal aborts, whichever is first. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
