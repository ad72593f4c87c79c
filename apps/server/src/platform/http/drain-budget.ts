import { REQUEST_LIMITS } from '@assay/protocol';

type Limits = { readonly drainBytesMax: number; readonly drainBytesPerSecond: number };

/**
 * The rest of a refused body is read and discarded, so that its sender can read the refusal before the connection ends.
 * That costs CPU time, so all callers share a budget of bytes. Beyond it, the connection is closed.
 */
export function createDrainBudget({ drainBytesMax, drainBytesPerSecond }: Limits = REQUEST_LIMITS) {
  let room = drainBytesMax;
  let filledAt = 0;

  return {
    /** Whether this many bytes may be read and discarded. */
    take(bytes: number, now: number): boolean {
      room = Math.min(drainBytesMax, room + (Math.max(0, now - filledAt) / 1_000) * drainBytesPerSecond);
      filledAt = now;
      if (bytes > room) return false;
      room -= bytes;
      return true;
    },
  };
}
