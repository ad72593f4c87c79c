import type { Database } from '../../platform/db/index.ts';
import { seatStore } from './seats.store.ts';

export { toBrief } from './new-brief.ts';
export { toSeat } from './new-seat.ts';
export { createSeatEvents, type SeatEvents } from './seat.events.ts';
export {
  hasGraveWarning,
  isConfirmed,
  isCriticalReproduced,
  type PackFinding,
  type ReviewedReport,
  review,
  withPacks,
} from './seat-review.policy.ts';
export type { SeatEvent } from './seats.published.ts';
export { type Attempt, type SeatRow, type SeatStore, toAttempt } from './seats.store.ts';
export type { Brief } from './seats.tables.ts';

/** The stores of this module on a pool or a transaction. */
export const seatStores = (handle: Database) => ({ seats: seatStore(handle) });
