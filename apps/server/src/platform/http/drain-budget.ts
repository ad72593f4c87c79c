import { REQUEST_LIMITS } from '@assay/protocol';

type Limits = { readonly drainBytesMax: number; readonly drainBytesPerSecond: number };

/**
 * What is left of a refused body is read and thrown away, so that its sender reads the refusal before the connection ends. That costs
 * processor time: all callers together have so many bytes of it, and past them the connection is closed instead.
 */
export function createDrainBudget({ drainBytesMax, drainBytesPerSecond }: Limits = REQUEST_LIMITS) {
  let room = drainBytesMax;
  let filledAt = 0;

  return {
    /** Whether so many bytes may be read and thrown away. */
    take(bytes: number, now: number): boolean {
      room = Math.min(drainBytesMax, room + (Math.max(0, now - filledAt) / 1_000) * drainBytesPerSecond);
      filledAt = now;
      if (bytes > room) return false;
      room -= bytes;
      return true;
    },
  };
}
